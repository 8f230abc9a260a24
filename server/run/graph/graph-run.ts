import { StringDecoder } from 'node:string_decoder'
import type { Plan } from '#core/answer'
import { writeJson, type JsonValue } from '#core/read'
import { hostProcess } from '#core/rules'
import { emptyOutcome, type RunPlace } from '#core/run'
import type { AnalysedGraph, Host } from '../../engine/host.ts'
import type { PendingRun } from '../pending.ts'
import type { RawOutcome } from '../../primitives/http-reply.ts'
import { runPlan } from '../../primitives/run-plan.ts'
import { liveEvents } from '../live-events.ts'
import { apartFromChanges, withChanges, type EndedRun } from '../result-message.ts'
import type { RunPublisher } from '../runs.ts'
import { Attendance } from './attendance.ts'
import { CarriedFiles } from '../../engine/snapshot-files.ts'
import { Questions } from './questions.ts'
import type { Slots } from './slots.ts'
import type { SteerMessage, WalkLink } from '../../engine/walk-link.ts'
import { walkLimits } from '../../sandbox/limits.ts'

/** Walk a confirmed graph: each command runs in the sandbox, and all events are in the record of one run (R16.1). */
export async function walkConfirmed(
  host: Host,
  slots: Slots,
  pending: PendingRun,
  graph: AnalysedGraph,
  record: RunPublisher,
  signal: AbortSignal,
): Promise<EndedRun> {
  const { limits } = host.config
  const files = new CarriedFiles(pending.files)
  const publish = (message: JsonValue): void => record.publish({ event: 'graph', data: message })
  const questions = new Questions({
    confirmed: graph.reach.commands.flatMap(({ open, plan }) => (plan && open.length === 0 ? [plan.digest] : [])),
    waitMs: host.config.pending_seconds * 1000,
    signal,
    ask({ question, plan, place: { item_id, address } }) {
      const at = { graph: [], address: address ?? '', item_id }
      publish({ kind: 'asks', ...at, question, digest: plan.digest, plan: { ...plan } })
    },
    answered: (question, answer) => publish({ kind: 'answered', graph: [], question, answer }),
  })
  record.onAnswer((question, digest, answer) => questions.take(question, digest, answer))
  let steer = (_message: SteerMessage): void => undefined
  record.onSteer((message) => steer(message))
  const attendance = new Attendance({
    waitMs: host.config.pending_seconds * 1000,
    publish,
    steer: (message) => steer(message),
  })
  const onEvent = liveEvents(record)
  const live = new LiveOutput(record, limits.output_bytes * 8)

  const run = async (plan: Plan, place: RunPlace): Promise<RawOutcome> => {
    const refusal = await questions.refusal(plan, place)
    if (refusal !== null) return emptyOutcome(plan.primitive, { kind: 'not-started', reason: refusal })
    if (signal.aborted) return emptyOutcome(plan.primitive, { kind: 'cancelled' })
    const given = await slots.with(() =>
      runPlan(host, {
        plan,
        files: files.files,
        signal,
        onOutput: live.listener(place.address),
        onEvent,
      }),
    )
    const { outcome, changes } = apartFromChanges(given)
    files.take(changes ?? [])
    return outcome
  }
  const link: WalkLink = {
    limits: walkLimits(limits),
    signal,
    publish: (text) => record.publish({ event: 'graph', text }),
    trace: (event) => record.publish({ event: 'trace', data: event }),
    holding: (held) => attendance.holding(held),
    onSteer: (listener) => (steer = listener),
    async run(plan, place) {
      try {
        return await run(plan, place)
      } catch (error) {
        // A server error appears only in the server's log.
        host.log.error({ run: record.id, error }, 'run failed')
        return emptyOutcome(plan.primitive, { kind: 'not-started', reason: 'The server failed to execute this run.' })
      }
    },
  }
  if (!host.walkGraph) throw new Error('this engine does not support graphs')
  try {
    const written = await host.walkGraph(graph.task, link)
    const changes = files.changes()
    // A walk prints no output itself; its result contains the changes of all its commands.
    return await (changes.length === 0
      ? withChanges(written, undefined)
      : withChanges({ ...written, output: silence }, changes))
  } finally {
    attendance.close()
  }
}

const nothing = { text: '', bytes: 0, omitted_bytes: 0 }
const silence = writeJson({ primitive: hostProcess, stdout: nothing, stderr: nothing })

/**
 * Publishes output as it arrives, with its call. The total output of all calls is limited to the amount that a page can
 * show.
 */
class LiveOutput {
  readonly #record: RunPublisher
  #left: number

  constructor(record: RunPublisher, most: number) {
    this.#record = record
    this.#left = most
  }

  listener(address: string | null): (stream: 'stdout' | 'stderr', chunk: Buffer) => void {
    const decoders = { stdout: new StringDecoder(), stderr: new StringDecoder() }
    return (stream, chunk) => {
      if (this.#left <= 0) return
      this.#left -= chunk.length
      const text = decoders[stream].write(chunk)
      this.#record.publish({ event: stream, data: address === null ? { text } : { text, at: address } })
    }
  }
}
