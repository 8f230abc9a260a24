import { isObject } from '#core/read'
import type { WorkerStatus } from '../run/run-service.ts'
import { keys } from './keys.ts'
import { endLost, type EndingParts } from './lost-run.ts'
import type { Overview } from './run-store.ts'

const LOOK_MS = 1000
/**
 * Number of consecutive checks after which a silent worker or run is lost, and after which an unknown Redis process is
 * trusted.
 */
const PATIENCE = 4

/** Checks the queue every second for live workers, for lost runs, and for lost data in Redis. */
export class Watch {
  readonly #parts: Omit<EndingParts, 'turns'>
  readonly #order: () => Promise<readonly string[]>
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined
  /** Number of consecutive checks without a new heartbeat from a worker, or without a worker that reports the run. */
  #silent = new Map<string, number>()
  #last: Overview = {
    ...{ instance: '', isTrusted: false, meanMs: 500 },
    ...{ old: [], running: new Map<string, string>(), workers: new Map<string, string>() },
  }
  #strange = 0
  #places: readonly string[] = []
  /** Resolves after the first check, successful or failed. */
  readonly begun: Promise<void>

  /** @param order Returns the waiting runs in order, for readers that show positions. */
  constructor(parts: Omit<EndingParts, 'turns'>, order: () => Promise<readonly string[]> = () => Promise.resolve([])) {
    this.#parts = parts
    this.#order = order
    this.#timer = setInterval(() => void this.#lookOnce(), LOOK_MS)
    this.#timer.unref()
    this.begun = this.#lookOnce()
  }

  /** The workers with recent heartbeats. */
  get workers(): readonly WorkerStatus[] {
    return [...this.#last.workers].flatMap(([id, text]) => {
      const { level, version, slots, running, draining } = aboutIn(text)
      if (slots === undefined || (this.#silent.get(id) ?? 0) >= PATIENCE) return []
      const counts = { slots: Number(slots), running: Number(running), draining: draining === true }
      return [{ id, level: String(level), version: String(version), ...counts }]
    })
  }

  /**
   * The number of runs before a waiting run; 0 if it is not in the last read order, for example because a worker is
   * already fetching it.
   */
  placeOf(id: string): number {
    return Math.max(0, this.#places.indexOf(id))
  }

  /**
   * The estimated milliseconds until a run starts that waits behind this number of other runs. The estimate uses the
   * duration of runs and the concurrency of all workers.
   */
  estimateMs(before: number = this.#places.length): number {
    const slots = this.workers.reduce((sum, worker) => sum + (worker.draining ? 0 : worker.slots), 0) || 1
    const free = slots - this.#last.running.size
    return Math.ceil(Math.max(0, Math.ceil((before - free + 1) / slots)) * this.#last.meanMs)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #lookOnce(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#parts.host.log.warn({ error }, 'look'))
      .finally(() => (this.#looking = undefined))
    return this.#looking
  }

  async #look(): Promise<void> {
    const { store } = this.#parts
    const seen = await store.look(this.#strange >= PATIENCE ? this.#last.instance : '')
    this.#places = await this.#order()
    this.#strange = seen.isTrusted ? 0 : seen.instance === this.#last.instance ? this.#strange + 1 : 1
    const before = this.#last.workers
    this.#last = seen
    const silent = new Map<string, number>()
    const note = (id: string, isSilent: boolean): number => {
      const looks = isSilent ? (this.#silent.get(id) ?? 0) + 1 : 0
      silent.set(id, looks)
      return looks
    }
    for (const [worker, text] of seen.workers)
      if (note(worker, before.get(worker) === text) >= PATIENCE) await store.redis.hdel(keys.workers, worker)
    const lost = [...seen.running].filter(([id, worker]) => {
      const text = seen.workers.get(worker)
      const { runs } = aboutIn(text)
      const isClaimed = text !== before.get(worker) && Array.isArray(runs) && runs.includes(id)
      return note(id, !isClaimed) >= PATIENCE
    })
    this.#silent = silent
    for (const id of new Set([...seen.old, ...lost.map(([run]) => run)])) await endLost(this.#parts, id)
  }
}

/** The contents of a worker's heartbeat; empty without one. */
function aboutIn(text: string | undefined): Readonly<Record<string, unknown>> {
  const about: unknown = JSON.parse(text ?? 'null')
  return isObject(about) ? about : {}
}
