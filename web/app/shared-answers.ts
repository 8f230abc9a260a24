import { AnswerReader, answerMemory } from '../analysis/answer-memory.ts'
import type { FromEngine, ToEngine } from '../analysis/messages.ts'

/**
 * Share memory with a worker of the engine, so that its short answers arrive before its messages, which bring the same. A browser delivers a
 * message only after the frame that a typed letter requested; read within that frame, letter and answer are drawn together.
 *
 * `hear` gets each such answer here and again as a message. The result is to be called with each message to the engine; it is undefined
 * where the host does not isolate the page, so that the answer comes a frame later.
 */
export function shareAnswers(
  worker: Worker,
  hear: (answer: FromEngine) => void,
): ((message: ToEngine) => void) | undefined {
  const memory = answerMemory()
  if (!memory) return undefined
  const reader = new AnswerReader(memory)
  const look = (): void => {
    const answer = reader.take()
    if (answer) hear(answer)
  }
  worker.postMessage({ kind: 'memory', memory } satisfies ToEngine)
  return ({ kind }) => {
    // After the editor's own work of that frame, which it requests within the same turn: the engine has its answer by then.
    if (kind === 'change') queueMicrotask(() => requestAnimationFrame(look))
  }
}
