import type { Redis } from 'ioredis'
import type { NumberedEvent } from '../run/runs.ts'
import { keys } from './keys.ts'
import { numberedEvent } from './run-store.ts'

/** How long nobody is woken at most: what Redis says on its channels can be lost with a connection, what it keeps cannot. */
const LONGEST_MS = 1000
/** Events that are kept for a listener who has not asked for them; one who is further behind asks Redis. */
const KEPT = 8

interface Listeners {
  readonly rings: Set<(event: NumberedEvent | undefined) => void>
  /** The channel is heard from then on; while Redis is away it is not. */
  readonly heard: Promise<void>
}

/** What one listener hears of a run. */
interface Ringing {
  /** Resolves when everything that comes from now on is heard, or with the signal. */
  readonly ready: Promise<void>
  /** The events after a number that came with the rings since the last call; undefined where Redis must be asked for them. */
  take(after: number): readonly NumberedEvent[] | undefined
  /** Resolves when there was a new event since the last call, after a while, or with the signal. */
  next(): Promise<void>
  stop(): void
}

/** One connection that hears for all runs that somebody follows here. */
export class Bell {
  readonly #redis: Redis
  readonly #listening = new Map<string, Listeners>()

  constructor(redis: Redis) {
    this.#redis = redis
    redis.on('message', (channel: string, message: string) => {
      const event = eventIn(message)
      this.#listening.get(channel)?.rings.forEach((ring) => ring(event))
    })
  }

  /** Hear of a run, until it is stopped. */
  listen(id: string, signal: AbortSignal): Ringing {
    const channel = keys.newEvents(id)
    const { rings, heard } = this.#listening.get(channel) ?? this.#subscribe(channel)
    const kept: NumberedEvent[] = []
    let isWhole = true
    let rang = false
    let wake = (): void => {}
    const ring = (event?: NumberedEvent): void => {
      rang = true
      // Nothing is gathered for a slow reader: what is missing here lies in Redis.
      if (event && kept.length < KEPT) kept.push(event)
      else isWhole = false
      wake()
    }
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    void aborted.then(() => ring())
    rings.add(ring)
    return {
      ready: Promise.race([heard, aborted]),
      take(after) {
        const events = kept.filter(({ number }) => number > after)
        const isKnown = isWhole && kept.length > 0 && events.every(({ number }, at) => number === after + 1 + at)
        kept.length = 0
        isWhole = true
        return isKnown ? events : undefined
      },
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
        rings.delete(ring)
        if (rings.size > 0) return
        this.#listening.delete(channel)
        this.#redis.unsubscribe(channel).catch(() => {})
      },
    }
  }

  #subscribe(channel: string): Listeners {
    // A failed subscription is retried by the connection itself, and the longest wait bounds what that costs.
    const heard = this.#redis.subscribe(channel).then(
      () => {},
      () => {},
    )
    const listeners = { rings: new Set<(event: NumberedEvent | undefined) => void>(), heard }
    this.#listening.set(channel, listeners)
    return listeners
  }
}

/** The event that a ring brings; large ones, and those of workers of the version before, come as their number alone. */
function eventIn(message: string): NumberedEvent | undefined {
  const [, number, event, text] = /^(\d+) (\w+) ([^]*)$/.exec(message) ?? []
  return event === undefined || text === undefined ? undefined : numberedEvent(Number(number), event, text)
}
