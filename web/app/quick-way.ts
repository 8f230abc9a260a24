import { AnswerReader, answerMemory } from '../analysis/answer-memory.ts'
import type { FromEngine, ToEngine } from '../analysis/messages.ts'

/**
 * A way on which the engine's short answers come sooner than its messages, which bring the same: a browser hands over a message only after
 * the frame that a typed letter asked for, so that what it brings is drawn a frame later.
 */
export interface QuickWay {
  /** A question was sent. */
  asked(message: ToEngine): void
  close(): void
}

/** The quickest way that the page has to a worker of the engine; `hear` may be told an answer here and again by a message. */
export function openQuickWay(worker: Worker, hear: (answer: FromEngine) => void): QuickWay {
  const memory = answerMemory()
  return memory ? sharedWay(worker, memory, hear) : channelWay(worker, hear)
}

/** The engine mostly has its answer when the letter's frame begins: looked for there, both are drawn at once. */
function sharedWay(worker: Worker, memory: SharedArrayBuffer, hear: (answer: FromEngine) => void): QuickWay {
  const reader = new AnswerReader(memory)
  const look = (): void => {
    const answer = reader.take()
    if (answer) hear(answer)
  }
  worker.postMessage({ kind: 'memory', memory } satisfies ToEngine)
  return {
    asked({ kind }) {
      // Behind what the editor has to do in that frame, for which it asks within the same turn: the engine has its answer by then.
      if (kind === 'change') queueMicrotask(() => requestAnimationFrame(look))
    },
    close: () => undefined,
  }
}

/** Chromium hands over what comes on a channel at once, if not within a frame. Its name is one that no other tab can guess; a browser may have none. */
function channelWay(worker: Worker, hear: (answer: FromEngine) => void): QuickWay {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(crypto.getRandomValues(new Uint32Array(4)).join('-'))
    channel.onmessage = ({ data }: MessageEvent<FromEngine>) => hear(data)
    worker.postMessage({ kind: 'channel', name: channel.name } satisfies ToEngine)
  } catch {
    // The messages are enough.
  }
  return { asked: () => undefined, close: () => channel?.close() }
}
