import type { Host } from '../engine/host.ts'
import { memoryLimiter, RUNS_SECONDS, spend } from '../protocol/limiters.ts'
import type { FollowedRun, RunService } from './run-service.ts'
import { Slots } from './graph/slots.ts'
import type { Metrics } from './metrics.ts'
import { openPendingRuns } from './pending.ts'
import { processQueue } from './memory-queue.ts'
import { noteAccepted } from './run-trace.ts'
import { openRuns, type NumberedEvent, type RunRecord } from './runs.ts'
import { startRun } from './start-run.ts'

const RESULT_KEPT_MS = 5 * 60_000
const RESULTS_KEPT = 200

/** Queues, executes and stores runs in this process only. */
export function localRunService(host: Host, metrics: Metrics): RunService {
  const { config } = host
  const queue = processQueue({
    atOnce: config.runs_at_once,
    length: config.queue_length,
    perClient: config.client_runs,
  })
  const runs = openRuns({
    reconnectMs: config.reconnect_seconds * 1000,
    keepMs: RESULT_KEPT_MS,
    keepRuns: RESULTS_KEPT,
    keepBytes: config.kept_result_bytes,
  })
  const pending = openPendingRuns({
    count: config.pending_runs,
    bytes: config.pending_bytes,
    perClient: config.client_pending_runs,
    validMs: config.pending_seconds * 1000,
  })
  const slots = new Slots(config.runs_at_once)
  const limiter = memoryLimiter({ name: 'runs', points: config.runs_per_minute, seconds: RUNS_SECONDS })
  return {
    keep: (run) => Promise.resolve(pending.keep(run)),
    find: (nonce, client) => Promise.resolve(pending.find(nonce, client)),
    async begin(nonce, run) {
      await spend(limiter, run.client)
      // The check and the start are one synchronous step, so no other request can interfere.
      const found = pending.find(nonce, run.client)
      if (found?.digest !== run.digest) return { kind: 'gone' }
      const started = startRun({ host, queue, runs, slots, metrics }, found)
      if ('kind' in started) {
        const { waiting } = queue
        return { ...started, waiting, estimateMs: queue.estimateMs(waiting) }
      }
      pending.drop(nonce)
      noteAccepted(host, started.record.id, run)
      return { kind: 'accepted', run: followed(started.record) }
    },
    again: () => Promise.resolve(undefined),
    follow(id) {
      const record = runs.find(id)
      return Promise.resolve(record && followed(record))
    },
    load: () => Promise.resolve({ waiting: queue.waiting, running: queue.running }),
    async status() {
      const { waiting, running } = queue
      return { problem: null, waiting, running, workers: [], endings: await metrics.endings() }
    },
    async close() {
      await queue.close(config.shutdown_seconds * 1000)
      pending.close()
    },
  }
}

function followed(record: RunRecord): FollowedRun {
  return {
    id: record.id,
    session: record.session,
    events: (after, signal) => eventsOf(record, after, signal),
    cancel() {
      const goesOn = !record.isEnded
      record.cancel()
      return Promise.resolve(goesOn)
    },
    answer: (question, digest, answer) => Promise.resolve(record.answer(question, digest, answer)),
    steer: (message) => Promise.resolve(record.steer(message) ? 'taken' : 'no-walk'),
  }
}

async function* eventsOf(record: RunRecord, after: number, signal: AbortSignal): AsyncIterable<NumberedEvent> {
  let wake = (): void => {}
  const stop = record.listen(record.events.length, () => wake())
  const aborted = (): void => wake()
  signal.addEventListener('abort', aborted)
  try {
    for (let next = Math.max(0, after); ;) {
      for (; next < record.events.length && !signal.aborted; next++) {
        const event = record.events[next]
        if (event) yield event
      }
      if (record.isEnded || signal.aborted) return
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal.removeEventListener('abort', aborted)
    stop()
  }
}
