import { readJson } from '#core/read'
import { describeMessageProblem, GraphListener, isWalkEvent, noUser, readMessage } from '#core/run'
import type { WalkRecording } from './walk-recording.ts'
import type { WalkNews } from './messages.ts'

/** A walk on a server. The worker records it with the whole state of every step. */
export class RealWalk {
  readonly kept: WalkRecording
  readonly #listener = new GraphListener()

  constructor(kept: WalkRecording) {
    this.kept = kept
  }

  /** Record messages of the server in order, and return the events for the page. Throws for an invalid message. */
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
      // The page handles approval requests, so they are not recorded.
      if (message.kind === 'held') {
        const { address, node, graph } = message
        return [{ kind: 'held', held: { address, node, graph: graph.join('/') } } as const]
      }
      return message.kind === 'went_on' && message.by === noUser ? [{ kind: 'left' } as const] : []
    })
  }
}
