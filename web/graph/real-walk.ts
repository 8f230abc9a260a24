import { readJson } from '#core/read'
import { describeMessageProblem, GraphListener, isWalkEvent, readMessage } from '#core/run'
import type { WalkRecording } from './walk-recording.ts'
import type { WalkNews } from './messages.ts'

/** A walk on a server as the worker keeps it: its records have their whole states again. */
export class RealWalk {
  readonly kept: WalkRecording
  readonly #listener = new GraphListener()

  constructor(kept: WalkRecording) {
    this.kept = kept
  }

  /** Keep what the server told, in its order, and tell what of it the page shows. */
  hear(reported: readonly string[]): readonly WalkNews[] {
    return reported.flatMap((text) => {
      const data = readJson(text, { marked: true })
      if ('problem' in data) throw new Error(data.problem)
      const read = readMessage('run event', { event: 'graph', data: data.value })
      if ('problem' in read) throw new Error(describeMessageProblem(read.problem))
      const { value } = read
      if (value.event !== 'graph') return []
      const message = value.data
      if (isWalkEvent(message)) return this.kept.hear(this.#listener.event(message)) ?? []
      // Questions are the page's; nothing of them is kept.
      if (message.kind === 'held') {
        const { address, node, graph } = message
        return [{ kind: 'held', held: { address, node, graph: graph.join('/') } } as const]
      }
      return message.kind === 'went_on' && message.by === 'nobody' ? [{ kind: 'left' } as const] : []
    })
  }
}
