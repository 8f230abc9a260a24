import type { Host } from '../engine/host.ts'
import { LEASE_MS } from './keeper.ts'
import type { RunStore } from './run-store.ts'
import type { TakenRun } from './taken-run.ts'

/** How often a worker shows that it is there, and hears what was cancelled. */
const BEAT_MS = 300
/** How long a worker goes on with a run that it cannot report: Redis may only have been started anew. */
const SILENT_MS = 30_000

interface Heartbeat {
  /** The first sign of life was given, or could not be. */
  readonly begun: Promise<void>
  /** From now on the signs say that this worker takes no more. */
  drain(): void
  close(): void
}

/** Show that a worker is there, for as long as it is, and let its runs hear what is asked of them. */
export function openHeartbeat(
  { config, log, report, version }: Pick<Host, 'config' | 'log' | 'report' | 'version'>,
  store: RunStore,
  worker: string,
  runs: ReadonlySet<TakenRun>,
): Heartbeat {
  const slots = config.runs_at_once
  let draining = false
  let heardAt = performance.now()
  const beat = async (): Promise<void> => {
    const own = [...runs]
    const about = { level: report.level, version, slots, running: own.length, draining }
    const words = own.map(({ id, token, lastSteer }) => [id, token, lastSteer] as const)
    const heard = await store.beat(worker, JSON.stringify(about), LEASE_MS, draining ? 0 : slots, words)
    heardAt = performance.now()
    heard.forEach((one, at) => own[at]?.hear(one))
  }
  let isBeating = false
  const timer = setInterval(() => {
    if (performance.now() - heardAt > SILENT_MS) for (const run of runs) run.stop()
    if (isBeating) return
    isBeating = true
    void beat()
      .catch((error: unknown) => log.warn({ error }, 'beat'))
      .finally(() => (isBeating = false))
  }, BEAT_MS)
  return {
    begun: beat().catch((error: unknown) => log.warn({ error }, 'beat')),
    drain() {
      draining = true
    },
    close: () => clearInterval(timer),
  }
}
