// @ts-check
import './check-node.cjs'

const { launch, prepare, runBuilt, runQuick } = await import('./prepare.cjs')

/**
 * `run.mjs NAME [ARGUMENT]...`: runs a program in `dist/node/`. First builds the programs and the page, if necessary.
 */
await launch(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  await prepare(['node', 'page'])
  return name === 'bench-fresh' ? runQuick(name, name, args) : runBuilt(name, args)
})
