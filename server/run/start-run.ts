import type { Host } from '../engine/host.ts'
import type { Slots } from './graph/slots.ts'
import type { Metrics } from './metrics.ts'
import type { PendingRun } from './pending.ts'
import { perform, unperformed } from './perform.ts'
import type { Queue, Submitted } from './memory-queue.ts'
import type { EndedRun } from './result-message.ts'
import { beginRun, noteEnding } from './run-trace.ts'
import type { RunRecord, Runs } from './runs.ts'

export interface RunParts {
  readonly host: Host
  readonly queue: Queue
  readonly runs: Runs
  /** The slots for commands of graphs, shared by all walks. */
  readonly slots: Slots
  readonly metrics: Metrics
}

/**
 * Add a confirmed run to the queue, and publish its acceptance. Returns its record, or the limit that the run would
 * exceed.
 */
export function startRun(
  parts: RunParts,
  pending: PendingRun,
): { readonly record: RunRecord } | Extract<Submitted, { readonly kind: 'busy' }> {
  const { host, queue, runs, slots } = parts
  const record = runs.open(pending.session)
  const began = performance.now()
  const waitedMs = (): number => Math.round(performance.now() - began)
  const submitted = queue.submit({
    client: pending.client,
    async run(signal) {
      const waited = waitedMs()
      record.publish({ event: 'started', data: { waited_ms: waited } })
      const trace = beginRun(host, pending, record.id, waited)
      const ended = await perform({ host: trace.host, slots }, pending, record, signal)
      finish(parts, pending, record, ended)
      trace.ended(ended.figures)
    },
    dropped(reason) {
      const ending =
        reason === 'shutdown'
          ? ({ kind: 'not-started', reason: 'The server is stopping.' } as const)
          : ({ kind: 'cancelled' } as const)
      void unperformed(pending, ending).then((ended) => {
        finish(parts, pending, record, ended)
        noteEnding(host, record.id, pending.traceparent, ending.kind)
      })
    },
    moved: (position) =>
      record.publish({ event: 'queued', data: { position, estimate_ms: queue.estimateMs(position) } }),
  })
  if (submitted.kind === 'busy') {
    runs.drop(record.id)
    return submitted
  }
  const { ticket } = submitted
  record.onCancel(() => ticket.cancel())
  record.publish({
    event: 'accepted',
    data: { id: record.id, position: ticket.position(), estimate_ms: ticket.estimateMs() },
  })
  return { record }
}

/** Publish the result of a run, and count it. */
function finish({ metrics }: RunParts, { call }: PendingRun, record: RunRecord, { figures, text }: EndedRun): void {
  record.publish({ event: 'result', text })
  metrics.ran(call.plan.primitive, figures.ending, figures.duration_ms / 1000)
}
