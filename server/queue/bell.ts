import type { Redis } from 'ioredis'
import { keys } from './keys.ts'

/**
 * Maximum milliseconds to wait without a message, because a lost connection can lose messages but not the data in
 * Redis.
 */
const LONGEST_MS = 1000

/** A subscription to messages about new events of one run. */
interface Ringing {
  /** Resolves when the subscription is active or has failed, or when the signal aborts. */
  readonly ready: Promise<void>
  /** Resolves when a message has arrived since the last call, after `LONGEST_MS`, or when the signal aborts. */
  next(): Promise<void>
  stop(): void
}

/** One connection that receives messages about all runs that this server follows. */
export class Bell {
  readonly #redis: Redis
  readonly #rings = new Map<string, Set<() => void>>()
  readonly #received = new Map<string, Promise<void>>()

  constructor(redis: Redis) {
    this.#redis = redis
    redis.on('message', (channel: string) => this.#rings.get(channel)?.forEach((ring) => ring()))
  }

  /** Subscribe to messages about new events of a run, until `stop` is called. */
  listen(id: string, signal: AbortSignal): Ringing {
    const channel = keys.news(id)
    const rings = this.#rings.get(channel) ?? new Set()
    // A failed subscription delays events by at most `LONGEST_MS`.
    const received = this.#received.get(channel) ?? this.#subscribe(channel)
    this.#rings.set(channel, rings)
    this.#received.set(channel, received)
    let rang = false
    let wake = (): void => {}
    const ring = (): void => {
      rang = true
      wake()
    }
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    void aborted.then(ring)
    rings.add(ring)
    return {
      ready: Promise.race([received, aborted]),
      async next() {
        let timer: NodeJS.Timeout | undefined
        if (!rang && !signal.aborted)
          await new Promise<void>((resolve) => {
            timer = setTimeout(resolve, LONGEST_MS)
            wake = resolve
          })
        clearTimeout(timer)
        rang = false
      },
      stop: () => {
        rings.delete(ring)
        if (rings.size > 0) return
        this.#rings.delete(channel)
        this.#received.delete(channel)
        this.#redis.unsubscribe(channel).catch(() => {})
      },
    }
  }
  async #subscribe(channel: string): Promise<void> {
    await this.#redis.subscribe(channel).catch(() => {})
  }
}
