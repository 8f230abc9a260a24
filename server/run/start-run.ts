import { StringDecoder } from 'node:string_decoder'
import { isRequest, emptyOutcome, execute, unstarted, type ExecutionResult, type Outcome } from '#core'
import { isoTime } from '../engine/iso-time.ts'
import type { Host } from '../engine/host.ts'
import { walkConfirmed } from './graph/graph-run.ts'
import type { Slots } from './graph/slots.ts'
import { WalkStopped } from '../engine/walk-thread.ts'
import type { Metrics } from './metrics.ts'
import type { PendingRun } from './pending.ts'
import { runPlan } from '../primitives/run-plan.ts'
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
      finish(parts, pending, record, await executed(parts, pending, record, signal), waited)
    },
    dropped(reason) {
      const ending =
        reason === 'shutdown'
          ? ({ kind: 'not-started', reason: 'The server is stopping.' } as const)
          : ({ kind: 'cancelled' } as const)
      if (pending.graph) return finish(parts, pending, record, unstarted(pending.call, ending), waitedMs())
      const run = () => Promise.resolve(emptyOutcome(pending.call.plan.primitive, ending))
      void execute(pending.call, { run, now }).then((result) => finish(parts, pending, record, result, waitedMs()))
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

/** R14.1: the call through `execute`, with what it tells on its way; a graph is walked (R16.1). */
async function executed(
  { host, slots }: RunParts,
  pending: PendingRun,
  record: RunRecord,
  signal: AbortSignal,
): Promise<ExecutionResult> {
  if (pending.graph) {
    try {
      return await walkConfirmed(host, slots, pending, pending.graph, record, signal)
    } catch (error) {
      return failedWalk(host, pending, record, error, signal)
    }
  }
  const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') }
  return execute(pending.call, {
    now,
    trace: (event) => record.publish({ event: 'trace', data: event }),
    async run(plan): Promise<Outcome> {
      try {
        return await runPlan(host, {
          plan,
          files: pending.files,
          signal,
          onOutput: (stream, chunk) => record.publish({ event: stream, data: { text: decoders[stream].write(chunk) } }),
          onEvent: (data) => record.publish({ event: 'data', data: { data } }),
        })
      } catch (error) {
        // What went wrong in the server is for its log alone.
        host.log.error({ run: record.id, error }, 'run failed')
        return emptyOutcome(plan.primitive, { kind: 'not-started', reason: 'The server failed to run this.' })
      }
    },
  })
}

/** A walk whose thread was ended: by its own deadline, or by a fault that is for the log alone. */
function failedWalk(
  host: Host,
  { call }: PendingRun,
  record: RunRecord,
  error: unknown,
  signal: AbortSignal,
): ExecutionResult {
  const stopped = error instanceof WalkStopped
  if (!stopped) host.log.error({ run: record.id, error }, 'walk failed')
  const reason = stopped ? error.message : 'The server failed to walk this graph.'
  const ending = signal.aborted ? ({ kind: 'cancelled' } as const) : ({ kind: 'not-started', reason } as const)
  return unstarted(call, ending)
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

function now(): string {
  return isoTime(new Date())
}
