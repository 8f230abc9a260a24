// @ts-check
import './check-node.cjs'

const { launch, prepare } = await import('./prepare.cjs')

/** What `npm pack` does first: everything that the package holds is built, so that nobody who installs it builds anything. */
await launch(async () => {
  await prepare(['page', 'node'])
  const { buildEngine } = await import('./build-engine.mjs')
  const { root } = await import('./root.cjs')
  const { join } = await import('node:path')
  await buildEngine(root, join(root, 'dist/engine'))
  return 0
})
