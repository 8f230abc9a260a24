import { describeMessageProblem, GraphListener, readMessage } from '#core'
import type { KeptWalk } from './kept-walk.ts'
import type { WalkNews } from './messages.ts'

/** A walk on a server as the worker keeps it: its records have their whole states again. */
export class RealWalk {
  readonly kept: KeptWalk
  readonly #listener = new GraphListener()

  constructor(kept: KeptWalk) {
    this.kept = kept
  }

  /** Keep what the server told, in its order, and tell what of it the page shows. */
  hear(told: readonly string[]): readonly WalkNews[] {
    return told.flatMap((text) => {
      const read = readMessage('run event', { event: 'graph', data: JSON.parse(text) as unknown })
      if ('problem' in read) throw new Error(describeMessageProblem(read.problem))
      const { value } = read
      // Questions are the page's; nothing of them is kept.
      if (value.event !== 'graph' || value.data.kind === 'asks' || value.data.kind === 'answered') return []
      return this.kept.hear(this.#listener.event(value.data)) ?? []
    })
  }
}
