import { StringDecoder } from 'node:string_decoder'
import type { TraceEvent } from '#core/answer'
import { emptyOutcome, execute, unstarted, type ExecutionResult } from '#core/run'
import { isoTime } from '../engine/iso-time.ts'
import type { Host } from '../engine/host.ts'
import { WalkStopped } from '../engine/walk-thread.ts'
import type { RawOutcome } from '../primitives/http-reply.ts'
import { runPlan } from '../primitives/run-plan.ts'
import { walkConfirmed } from './graph/graph-run.ts'
import type { Slots } from './graph/slots.ts'
import type { PendingRun } from './pending.ts'
import { liveEvents } from './live-events.ts'
import { isLong, readOutput, type OutputTask, type ReadOutput } from '../engine/read-output.ts'
import { apartFromChanges, endedRun, withChanges, type EndedRun } from './result-message.ts'
import type { RunPublisher } from './runs.ts'

/** Milliseconds in which a canceled run can end. Afterwards, the run ends without waiting for the sandbox. */
export const GRACE_MS = 10_000

interface PerformParts {
  readonly host: Host
  readonly slots: Slots
}

/**
 * R14.1: perform a run until it ends, or until the grace period after a cancel ends, so a hanging run does not block
 * others.
 */
export async function perform(
  parts: PerformParts,
  pending: PendingRun,
  record: RunPublisher,
  signal: AbortSignal,
): Promise<EndedRun> {
  let timer: NodeJS.Timeout | undefined
  let giveUp = (): void => {}
  const silent = new Promise<undefined>((resolve) => {
    giveUp = () => void (timer = setTimeout(() => resolve(undefined), GRACE_MS))
  })
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  const result = await Promise.race([performWhole(parts, pending, record, signal), silent])
  signal.removeEventListener('abort', giveUp)
  clearTimeout(timer)
  if (result) return result
  parts.host.log.error({ run: record.id }, 'a canceled run did not end in time')
  return unperformed(pending, { kind: 'cancelled' })
}

/** Perform the call and publish its events; walk a graph (R16.1). */
async function performWhole(
  { host, slots }: PerformParts,
  pending: PendingRun,
  record: RunPublisher,
  signal: AbortSignal,
): Promise<EndedRun> {
  if (pending.graph) {
    try {
      return await walkConfirmed(host, slots, pending, pending.graph, record, signal)
    } catch (error) {
      return endedRun(failedWalk(host, pending, record, error, signal))
    }
  }
  const { call } = pending
  const trace = (events: readonly TraceEvent[]): void =>
    events.forEach((event) => record.publish({ event: 'trace', data: event }))
  trace(call.trace)
  const { outcome, changes } = apartFromChanges(await ranPlan(host, pending, record, signal))
  const read = await readBy(host, { call, outcome, now: now() })
  trace(read.trace)
  return withChanges(read.written, changes)
}

/** Execute the plan of a run, and publish its output as it arrives. */
async function ranPlan(
  host: Host,
  { call: { plan }, files }: PendingRun,
  record: RunPublisher,
  signal: AbortSignal,
): Promise<RawOutcome> {
  const decoders = { stdout: new StringDecoder(), stderr: new StringDecoder() }
  try {
    return await runPlan(host, {
      plan,
      files,
      signal,
      onOutput: (stream, chunk) => record.publish({ event: stream, data: { text: decoders[stream].write(chunk) } }),
      onEvent: liveEvents(record),
    })
  } catch (error) {
    // A server error appears only in the server's log.
    host.log.error({ run: record.id, error }, 'run failed')
    return emptyOutcome(plan.primitive, { kind: 'not-started', reason: 'The server failed to execute this run.' })
  }
}

/** Parse the output of a run; long output is parsed in an engine thread. */
async function readBy(host: Host, task: OutputTask): Promise<ReadOutput> {
  if (!host.readOutput || !isLong(task.outcome)) return readOutput(task)
  try {
    return await host.readOutput(task)
  } catch (error) {
    // An ended run receives its result even if no thread can parse its output.
    host.log.error({ error }, 'reading output')
    return readOutput(task)
  }
}

/** The result of a walk whose thread reached its time limit, or failed with an error that is only logged. */
function failedWalk(
  host: Host,
  { call }: PendingRun,
  record: RunPublisher,
  error: unknown,
  signal: AbortSignal,
): ExecutionResult {
  const stopped = error instanceof WalkStopped
  if (!stopped) host.log.error({ run: record.id, error }, 'walk failed')
  const reason = stopped ? error.message : 'The server failed to walk this graph.'
  const ending = signal.aborted ? ({ kind: 'cancelled' } as const) : ({ kind: 'not-started', reason } as const)
  return unstarted(call, ending)
}

/** The result of a run that was not started, or did not end in time. */
export async function unperformed(
  { call, graph }: Pick<PendingRun, 'call' | 'graph'>,
  ending: Parameters<typeof emptyOutcome>[1],
): Promise<EndedRun> {
  if (graph) return endedRun(unstarted(call, ending))
  return endedRun(await execute(call, { run: () => Promise.resolve(emptyOutcome(call.plan.primitive, ending)), now }))
}

function now(): string {
  return isoTime(new Date())
}
