// @ts-check
import './check-node.cjs'

const { launch, prepare, runBuilt } = await import('./prepare.cjs')

await launch(async () => {
  await prepare(['node', 'page'])
  return runBuilt('cli', ['serve', ...process.argv.slice(2)])
})
