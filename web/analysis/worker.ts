import { AnswerWriter } from './answer-memory.ts'
import { Engine, handle } from './engine.ts'
import type { FromEngine, ToEngine } from './messages.ts'

const engine = new Engine()
/** Leaves a short answer where the page looks sooner than it hears a message: see `shared-answers.ts`. */
let leave: ((answer: Extract<FromEngine, { kind: 'analysis' }>) => void) | undefined
// Runs before the first question. A failure here happens again when that question is answered, and is reported then.
let turn: Promise<void> = engine.warmUp().catch(() => undefined)

// One message after the other: mounting a bundle waits, and a change must not overtake the draft it belongs to.
self.addEventListener('message', (event: MessageEvent<ToEngine>) => {
  const { data } = event
  if (data.kind === 'memory') {
    const writer = new AnswerWriter(data.memory)
    leave = (answer) => writer.write(answer)
  } else if (data.kind === 'bring') turn = turn.then(() => engine.bring(data))
  else
    turn = turn.then(async () => {
      const answer = await handle(engine, data, () => performance.now())
      // A long list of items would be copied twice.
      if (answer.kind === 'analysis' && answer.items === null) leave?.(answer)
      self.postMessage(answer)
    })
})
