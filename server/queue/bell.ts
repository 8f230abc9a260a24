import type { Redis } from 'ioredis'
import { keys } from './keys.ts'

/** How long nobody is woken at most: what Redis says on its channels can be lost with a connection, what it keeps cannot. */
const LONGEST_MS = 1000

/** One connection that hears for all runs that somebody follows here. */
export class Bell {
  readonly #redis: Redis
  readonly #ringing = new Map<string, Set<() => void>>()

  constructor(redis: Redis) {
    this.#redis = redis
    redis.on('message', (channel: string) => this.#ringing.get(channel)?.forEach((wake) => wake()))
  }

  /** Hear of a run. `next` resolves when it had new events since the last call, after a while, or with the signal. */
  listen(id: string, signal: AbortSignal): { next(): Promise<void>; stop(): void } {
    const channel = keys.newEvents(id)
    const others = this.#ringing.get(channel)
    const ringing = others ?? new Set()
    this.#ringing.set(channel, ringing)
    // A failed subscription is retried by the connection itself, and the longest wait bounds what that costs.
    if (!others) this.#redis.subscribe(channel).catch(() => {})
    let rang = false
    let wake = (): void => {}
    const ring = (): void => {
      rang = true
      wake()
    }
    ringing.add(ring)
    signal.addEventListener('abort', ring)
    return {
      async next() {
        if (!rang && !signal.aborted) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, LONGEST_MS)
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
        rang = false
      },
      stop: () => {
        signal.removeEventListener('abort', ring)
        ringing.delete(ring)
        if (ringing.size > 0) return
        this.#ringing.delete(channel)
        this.#redis.unsubscribe(channel).catch(() => {})
      },
    }
  }
}
