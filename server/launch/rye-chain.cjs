#!/usr/bin/env node
// @ts-check
// No module of the newer kind up to the work itself: a small command ends before their loader would be ready.
require('./check-node.cjs')

const { launch, prepare, runCommandLine } = require('./prepare.cjs')

void launch(async () => {
  const args = process.argv.slice(2)
  await prepare(args[0] === 'serve' && !args.includes('--help') ? ['node', 'page'] : ['node'])
  return runCommandLine(args)
})
