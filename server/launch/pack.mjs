// @ts-check
import './check-node.cjs'

const { launch, prepare } = await import('./prepare.cjs')

/** Runs before `npm pack` and builds everything in the package, so its installation requires no build. */
await launch(async () => {
  await prepare(['page', 'node'])
  const { buildEngine } = await import('./build-engine.mjs')
  const { root } = await import('./root.cjs')
  const { join } = await import('node:path')
  await buildEngine(root, join(root, 'dist/engine'))
  return 0
})
