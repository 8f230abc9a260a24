#!/usr/bin/env node
// @ts-check
// No module of the newer kind up to the work itself: a small command ends before their loader would be ready.
require('./check-node.cjs')

const { launch, runCommandLine } = require('./prepare.cjs')

void launch(() => runCommandLine(process.argv.slice(2)))
