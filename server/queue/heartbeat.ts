import type { Host } from '../engine/host.ts'
import type { RunStore } from './run-store.ts'
import type { TakenRun } from './taken-run.ts'

/** The interval in milliseconds at which a worker sends a heartbeat and receives the messages to its runs. */
const BEAT_MS = 300
/** Milliseconds for which a worker continues runs that it cannot report, for example during a restart of Redis. */
const SILENT_MS = 30_000

interface Heartbeat {
  /** Resolves after the first heartbeat, successful or failed. */
  readonly begun: Promise<void>
  /** Make heartbeats report that this worker accepts no more runs. */
  drain(): void
  close(): void
}

/** Send the heartbeats of a worker, and pass messages to its runs. */
export function openHeartbeat(
  { config, log, report, version }: Pick<Host, 'config' | 'log' | 'report' | 'version'>,
  store: RunStore,
  worker: string,
  runs: ReadonlySet<TakenRun>,
): Heartbeat {
  let draining = false
  let beats = 0
  let repliedAt = performance.now()
  const send = async (): Promise<void> => {
    const own = [...runs]
    const facts = { level: report.level, version, slots: config.runs_at_once, draining, beat: ++beats }
    const about = JSON.stringify({ ...facts, running: own.length, runs: own.map(({ id }) => id) })
    const replies = await store.beat(worker, about, own)
    repliedAt = performance.now()
    replies.forEach((reply, at) => own[at]?.receive(reply))
  }
  let sending: Promise<void> | undefined
  const beat = (): Promise<void> =>
    (sending ??= send()
      .catch((error: unknown) => log.warn({ error }, 'beat'))
      .finally(() => (sending = undefined)))
  const timer = setInterval(() => {
    if (performance.now() - repliedAt > SILENT_MS) for (const run of runs) run.stop()
    void beat()
  }, BEAT_MS)
  return {
    begun: beat(),
    drain() {
      draining = true
    },
    close: () => clearInterval(timer),
  }
}
