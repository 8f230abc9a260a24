#!/usr/bin/env node
// @ts-check
// Only CommonJS modules until the command runs, because a small command ends before the ESM loader would be ready.
require('./check-node.cjs')

const { launch, runCommandLine } = require('./prepare.cjs')

void launch(() => runCommandLine(process.argv.slice(2)))
