// @ts-check
import './check-node.mjs'

const { launch, prepare, runBuilt } = await import('./prepare.mjs')

await launch(async () => {
  await prepare(['node', 'page'])
  return runBuilt('cli', ['serve', ...process.argv.slice(2)])
})
