import { AnswerWriter } from './answer-memory.ts'
import { Engine } from './engine.ts'
import { handle } from './handle.ts'
import type { FromEngine, ToEngine } from './messages.ts'

const engine = new Engine()
/** Writes a short answer to the shared memory, which the page reads before messages arrive. See `shared-answers.ts`. */
let leave: ((answer: Extract<FromEngine, { kind: 'analysis' }>) => void) | undefined
// The warm-up runs before the first question. If it fails, the first question fails in the same way and reports the
// error.
let turn: Promise<void> = engine.warmUp().catch(() => undefined)

// Handle messages in sequence: mounting a bundle is asynchronous, and a change applies to the previous draft.
self.addEventListener('message', (event: MessageEvent<ToEngine>) => {
  const { data } = event
  if (data.kind === 'memory') {
    const writer = new AnswerWriter(data.memory)
    leave = (answer) => writer.write(answer)
  } else if (data.kind === 'bring') turn = turn.then(() => engine.bring(data))
  else
    turn = turn.then(async () => {
      const answer = await handle(engine, data, () => performance.now())
      // An answer with a list of items is sent only as a message, to avoid copying the list twice.
      if (answer.kind === 'analysis' && answer.items === null) leave?.(answer)
      self.postMessage(answer)
    })
})
