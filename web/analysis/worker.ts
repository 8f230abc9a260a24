import { Engine, handle } from './engine.ts'
import type { ToEngine } from './messages.ts'

const engine = new Engine()
/**
 * Chromium hands a worker's message to its page only after the frame that a key asked for, so that what it brings is drawn a frame
 * later; what comes on a channel it hands over at once. Elsewhere a channel may be the slower way, or there is none: the message is
 * sent as well, and the page takes what comes first.
 */
let channel: BroadcastChannel | undefined
// Before the first question comes. What fails here fails again when it is asked for, and is told then.
let turn: Promise<void> = engine.warmUp().catch(() => undefined)

// One message after the other: mounting a bundle waits, and a change must not overtake the draft it belongs to.
self.addEventListener('message', (event: MessageEvent<ToEngine>) => {
  const { data } = event
  if (data.kind === 'channel') channel = new BroadcastChannel(data.name)
  else if (data.kind === 'bring') turn = turn.then(() => engine.bring(data))
  else
    turn = turn.then(async () => {
      const answer = await handle(engine, data, () => performance.now())
      // A long list of items would be copied twice.
      if (answer.kind === 'analysis' && answer.items === null) channel?.postMessage(answer)
      self.postMessage(answer)
    })
})
