import type { ExecutionResult } from '#core/run'
import type { Host } from '../engine/host.ts'
import { logOf } from '../tracing/log.ts'
import type { PendingRun } from './pending.ts'
import type { RunFigures } from '../engine/written-result.ts'

/** Records the steps of runs: in the log of this process, and as spans if a collector is configured. */
export type NotedBy = Pick<Host, 'log' | 'tracing'>

/** The trace steps of a started run. */
interface RunTrace {
  /** The host, with a log that contains the trace ID. */
  readonly host: Host
  ended(figures: RunFigures): void
}

/** Record that a run was accepted. From then on, it always receives a result. */
export function noteAccepted(
  { log }: NotedBy,
  run: string,
  { digest, traceparent }: Pick<PendingRun, 'digest' | 'traceparent'>,
): void {
  logOf(log, traceparent).info({ run, digest }, 'accepted')
}

/**
 * Record that a run starts after its wait.
 * @param worker The worker of a shared queue that executes the run.
 */
export function beginRun(
  host: Host,
  { call, digest, traceparent }: Pick<PendingRun, 'call' | 'digest' | 'traceparent'>,
  run: string,
  waitedMs: number,
  worker?: string,
): RunTrace {
  const { primitive } = call.plan
  const who = worker === undefined ? {} : { worker }
  host.tracing.begin('wait', traceparent, { run }, waitedMs).end()
  const step = host.tracing.begin('run', traceparent, { run, primitive, ...who })
  const log = logOf(host.log, traceparent)
  log.info({ run, ...who, waited_ms: Math.round(waitedMs) }, 'started')
  return {
    host: { ...host, log },
    ended(figures) {
      const { ending, success } = figures
      step.end({ ending }, success ? undefined : ending)
      const waited_ms = Math.round(waitedMs)
      log.info({ run, ...who, digest, primitive, ...figures, waited_ms }, 'run')
    },
  }
}

/** Record the ending of a run that was not performed, because the queue dropped it or its worker was lost. */
export function noteEnding(
  { log, tracing }: NotedBy,
  run: string,
  traceparent: string,
  ending: ExecutionResult['ending']['kind'],
): void {
  tracing.begin('end', traceparent, { run, ending }).end({}, ending)
  logOf(log, traceparent).info({ run, ending, success: false }, 'run')
}
