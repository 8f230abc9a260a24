// @ts-check
import './check-node.mjs'

const { launch, prepare } = await import('./prepare.mjs')

await launch(async () => {
  await prepare(['page', 'node'], { again: true })
  return 0
})
