import { Engine, handle } from './engine.ts'
import type { ToEngine } from './messages.ts'

const engine = new Engine()
// Before the first question comes. What fails here fails again when it is asked for, and is told then.
let turn: Promise<void> = engine.warmUp().catch(() => undefined)

// One message after the other: mounting a bundle waits, and a change must not overtake the draft it belongs to.
self.addEventListener('message', (event: MessageEvent<ToEngine>) => {
  const { data } = event
  if (data.kind === 'bring') turn = turn.then(() => engine.bring(data))
  else turn = turn.then(async () => self.postMessage(await handle(engine, data, () => performance.now())))
})
