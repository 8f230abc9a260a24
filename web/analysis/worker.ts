import { Engine, handle } from './engine.ts'
import type { ToEngine } from './messages.ts'

const engine = new Engine()
let turn: Promise<void> = Promise.resolve()

// One message after the other: mounting a bundle waits, and a change must not overtake the draft it belongs to.
self.addEventListener('message', (event: MessageEvent<ToEngine>) => {
  const { data } = event
  if (data.kind === 'bring') turn = turn.then(() => engine.bring(data))
  else turn = turn.then(async () => self.postMessage(await handle(engine, data, () => performance.now())))
})
