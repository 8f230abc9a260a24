// @ts-check
import './check-node.cjs'

const { launch, prepare } = await import('./prepare.cjs')

await launch(async () => {
  await prepare(['page', 'node'], { again: true })
  return 0
})
