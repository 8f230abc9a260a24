import { AnswerReader, answerMemory } from '../analysis/answer-memory.ts'
import type { FromEngine, ToEngine } from '../analysis/messages.ts'

/**
 * Share memory with an engine worker, so that short answers arrive earlier than messages. A browser delivers a
 * message only after the frame that a keystroke requests. The page renders an answer from the memory in that frame,
 * together with the typed letter.
 *
 * `hear` receives each such answer twice: from the memory and as a message. Call the returned function with each
 * message to the engine. Returns undefined if the page is not cross-origin isolated; answers then arrive one frame
 * later.
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
    // Read the answer after the editor's own work in that frame, when the engine has usually answered. The editor
    // requests the frame in the same task.
    if (kind === 'change') queueMicrotask(() => requestAnimationFrame(look))
  }
}
