#!/usr/bin/env node
// @ts-check
import './check-node.mjs'

const { launch, prepare, runCommandLine } = await import('./prepare.mjs')

await launch(async () => {
  const args = process.argv.slice(2)
  await prepare(args[0] === 'serve' && !args.includes('--help') ? ['node', 'page'] : ['node'])
  return runCommandLine(args)
})
