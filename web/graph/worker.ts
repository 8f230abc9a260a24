import { GraphEngine, handle } from './graph-engine.ts'
import type { ToGraph } from './messages.ts'

const engine = new GraphEngine()
let turn: Promise<void> = Promise.resolve()

// One question after the other: a change must not overtake the draft it belongs to.
self.addEventListener('message', ({ data }: MessageEvent<ToGraph>) => {
  turn = turn.then(async () => self.postMessage(await handle(engine, data)))
})
