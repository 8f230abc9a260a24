// @ts-check
import './check-node.mjs'

const { launch, prepare } = await import('./prepare.mjs')

/** What `npm pack` does first: everything that the package holds is built, so that nobody who installs it builds anything. */
await launch(async () => {
  await prepare(['page', 'node'])
  const { buildEngine } = await import('./build-engine.mjs')
  const { root } = await import('./root.mjs')
  const { join } = await import('node:path')
  await buildEngine(root, join(root, 'dist/engine'))
  return 0
})
