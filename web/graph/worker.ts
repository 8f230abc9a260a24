import { GraphEngine } from './graph-engine.ts'
import type { FromGraph, GraphQuestion, ToGraph } from './messages.ts'

const engine = new GraphEngine({ post, now: () => Date.now() })
let turn: Promise<unknown> = Promise.resolve()

function post(message: FromGraph): void {
  self.postMessage(message)
}

/** Answer a question; an exception becomes a fault. */
async function answer(id: number, question: GraphQuestion): Promise<void> {
  try {
    post({ kind: 'answer', id, answer: await engine.answer(question) })
  } catch (fault) {
    post({ kind: 'fault', id, problem: fault instanceof Error ? fault.message : String(fault) })
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToGraph>) => {
  if (data.kind === 'outcome') return engine.answered(data.call, data.outcome)
  if (data.kind === 'breaks') return engine.breakAt(data.walk, data.points)
  if (data.kind === 'steer') return engine.steer(data.walk, data.steer, data.inject)
  // A walk can be slow and has a separate draft. All other questions run in sequence, so that changes apply in order.
  if (data.question.kind === 'walk') void answer(data.id, data.question)
  else turn = turn.then(() => answer(data.id, data.question))
})
