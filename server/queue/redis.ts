import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'

/** Milliseconds that a server waits for Redis before it reports an error. A late command never takes effect twice. */
const ANSWER_MS = 5000
const SLOWEST_RETRY_MS = 1000
const USUAL_PORT = 6379

export interface RedisPlace {
  readonly url: string
  /** Called with every connection error; the connection reconnects automatically. */
  onError(error: Error): void
}

/**
 * A connection that reconnects automatically, without a time limit. Commands fail after `answerMs`; null for no limit.
 */
export function openRedis({ url, onError }: RedisPlace, answerMs: number | null = ANSWER_MS): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    ...(answerMs === null ? {} : { commandTimeout: answerMs }),
    retryStrategy: (attempts) => Math.min(50 * attempts, SLOWEST_RETRY_MS),
    // After a failover, the former master refuses writes: connect again.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  redis.on('error', onError)
  return redis
}

/** The reply of a Lua script, as ioredis returns it. */
type Reply = string | number | null | readonly Reply[]

/** A script that Redis runs as one step. */
export class Script {
  readonly #text: string
  readonly #sha: string

  constructor(text: string) {
    this.#text = text
    this.#sha = createHash('sha1').update(text).digest('hex')
  }

  async run(redis: Redis, ...args: readonly (string | number)[]): Promise<Reply> {
    try {
      return replyOf(await redis.evalsha(this.#sha, 0, ...args))
    } catch (error) {
      // A new or restarted Redis does not have the script.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return replyOf(await redis.eval(this.#text, 0, ...args))
    }
  }
}

function replyOf(value: unknown): Reply {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(replyOf)
  throw new Error(`Redis sent a reply of the unsupported type ${typeof value}`)
}

/**
 * A reply as a list of strings: numbers become strings, null and nested lists become the empty string. Empty for a
 * reply that is not a list.
 */
export function textsIn(reply: Reply | undefined): readonly string[] {
  return Array.isArray(reply) ? reply.map((one: Reply) => (one === null || Array.isArray(one) ? '' : String(one))) : []
}

/** Whether Redis refuses writes because it is full (`maxmemory`). */
export function isFull(error: unknown): boolean {
  return error instanceof Error && /\bOOM\b/.test(error.message)
}

const troubles = [
  [/\bOOM\b/, 'The queue is full (maxmemory of its Redis server).'],
  [/\bREADONLY\b/, 'The queue is read-only: its Redis server is a replica.'],
  [/\bMISCONF\b/, 'The queue is read-only: its Redis server cannot write to disk.'],
  [/\bNOREPLICAS\b/, 'The queue is read-only: its Redis server has too few replicas.'],
  [/\bLOADING\b/, 'The Redis server of the queue is still loading its data.'],
  [/\b(NOAUTH|WRONGPASS|NOPERM)\b/, 'The Redis server of the queue refuses this user or password.'],
] as const

/** The reason, for users, why the queue currently accepts no runs, derived from a Redis error. */
export function troubleOf(error: unknown): string {
  return troubleIn(error) ?? 'The queue cannot be reached.'
}

/** The explanation of a known Redis error; undefined for other errors, such as connection errors. */
function troubleIn(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : ''
  return troubles.find(([sign]) => sign.test(message))?.[1]
}

/** The error for a Redis that does not respond at the configured address. */
export class NoRedis extends Error {}

/** The error, for users, of a server or worker that cannot connect to Redis at startup. */
export function unreachable(url: string, error: unknown): Error {
  const { hostname, port } = new URL(url)
  const place = `${hostname || 'localhost'}:${port || USUAL_PORT}`
  const known = troubleIn(error)
  if (known !== undefined) return new Error(`Redis at ${place}: ${known}`, { cause: error })
  const why = error instanceof Error ? error.message : String(error)
  return new NoRedis(
    `Cannot connect to Redis at ${place} (${why}). Start Redis, or pass another address with --queue.`,
    {
      cause: error,
    },
  )
}
