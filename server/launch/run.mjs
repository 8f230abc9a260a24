// @ts-check
import './check-node.cjs'

const { launch, prepare, runBuilt, runQuick } = await import('./prepare.cjs')

/** `run.mjs NAME [ARGUMENT]...`: one of the programs in `dist/node/`, built first where that is needed. */
await launch(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  await prepare(['node', 'page'])
  return name === 'bench-fresh' ? runQuick(name, name, args) : runBuilt(name, args)
})
