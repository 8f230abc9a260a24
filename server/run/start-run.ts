import { isRequest, type ExecutionResult } from '#core'
import type { Host } from '../engine/host.ts'
import type { Slots } from './graph/slots.ts'
import type { Metrics } from './metrics.ts'
import type { PendingRun } from './pending.ts'
import { perform, unperformed } from './perform.ts'
import type { Queue, Submitted } from './queue.ts'
import { resultMessage } from './result-message.ts'
import type { RunRecord, Runs } from './runs.ts'

export interface RunParts {
  readonly host: Host
  readonly queue: Queue
  readonly runs: Runs
  /** For the commands of graphs, however many graphs are walked. */
  readonly slots: Slots
  readonly metrics: Metrics
}

/** Put a confirmed run into the queue, and have its record tell whoever listens; or say whose bound it would pass. */
export function startRun(
  parts: RunParts,
  pending: PendingRun,
): { readonly record: RunRecord } | Extract<Submitted, { readonly kind: 'busy' }> {
  const { queue, runs } = parts
  const record = runs.open(pending.session)
  const began = performance.now()
  const waitedMs = (): number => Math.round(performance.now() - began)
  const submitted = queue.submit({
    client: pending.client,
    async run(signal) {
      const waited = waitedMs()
      record.publish({ event: 'started', data: { waited_ms: waited } })
      finish(parts, pending, record, await perform(parts, pending, record, signal), waited)
    },
    dropped(reason) {
      const ending =
        reason === 'shutdown'
          ? ({ kind: 'not-started', reason: 'The server is stopping.' } as const)
          : ({ kind: 'cancelled' } as const)
      void unperformed(pending, ending).then((result) => finish(parts, pending, record, result, waitedMs()))
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

function finish(
  { metrics, host }: RunParts,
  { call, digest }: PendingRun,
  record: RunRecord,
  result: ExecutionResult,
  waited_ms: number,
): void {
  record.publish({ event: 'result', data: resultMessage(result) })
  const { primitive } = call.plan
  const { ending, success, duration_ms } = result
  metrics.ran(primitive, ending.kind, duration_ms / 1000)
  host.log.info(
    { run: record.id, digest, primitive, ending: ending.kind, success, ...figures(result), waited_ms },
    'run',
  )
}

/** Figures for the log, without anything that a plan or an output holds. */
function figures({ output, duration_ms }: ExecutionResult): Record<string, unknown> {
  const common = { limit: output?.limit, duration_ms: Math.round(duration_ms) }
  if (output === null || isRequest(output)) return { ...common, attempts: output?.attempts }
  return {
    ...common,
    stdout_bytes: output.stdout.bytes,
    stderr_bytes: output.stderr.bytes,
    changes: output.changes?.length,
  }
}
