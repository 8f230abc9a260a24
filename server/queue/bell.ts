import type { Redis } from 'ioredis'
import { keys } from './keys.ts'

/** The longest sleep without a ring: news can be lost with a connection, what Redis keeps cannot. */
const LONGEST_MS = 1000

/** News of one run. */
interface Ringing {
  /** Resolves when news are heard, or with the signal. */
  readonly ready: Promise<void>
  /** Resolves when there was news since the last call, after a while, or with the signal. */
  next(): Promise<void>
  stop(): void
}

/** One connection that hears the news of all runs that are followed here. */
export class Bell {
  readonly #redis: Redis
  readonly #rings = new Map<string, Set<() => void>>()
  readonly #heard = new Map<string, Promise<void>>()

  constructor(redis: Redis) {
    this.#redis = redis
    redis.on('message', (channel: string) => this.#rings.get(channel)?.forEach((ring) => ring()))
  }

  /** Hear of a run, until it is stopped. */
  listen(id: string, signal: AbortSignal): Ringing {
    const channel = keys.news(id)
    const rings = this.#rings.get(channel) ?? new Set()
    // A failed subscription is retried by the connection itself, and the longest sleep bounds what that costs.
    const heard = this.#heard.get(channel) ?? this.#subscribe(channel)
    this.#rings.set(channel, rings)
    this.#heard.set(channel, heard)
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
      ready: Promise.race([heard, aborted]),
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
        this.#heard.delete(channel)
        this.#redis.unsubscribe(channel).catch(() => {})
      },
    }
  }
  async #subscribe(channel: string): Promise<void> {
    await this.#redis.subscribe(channel).catch(() => {})
  }
}
