import { createHash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Host } from '../engine/host.ts'
import { tooManyRequests } from '../protocol/limiters.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { AwaitedRun, RunService } from '../run/run-service.ts'
import type { Metrics } from '../run/metrics.ts'
import { noteAccepted } from '../run/run-trace.ts'
import { Bell } from './bell.ts'
import { Turns } from './bull.ts'
import { followedRun, type FollowParts } from './followed.ts'
import { HighMark } from './high-mark.ts'
import { openQueueMetrics } from './queue-metrics.ts'
import { queueStatus } from './queue-status.ts'
import { troubleOf } from './redis.ts'
import { RunStore } from './run-store.ts'
import { packRun, unpackHead } from './waiting-run.ts'
import { Watch } from './watch.ts'

/**
 * Maximum milliseconds that a confirmed run waits while the servers compare a restarted Redis with the known counts.
 */
const COMPARED_MS = 8000

export interface QueueConnections {
  readonly redis: Redis
  /** The connection for subscriptions. */
  readonly subscriber: Redis
}

/** Runs in a queue that many servers and workers share. */
export function sharedRunService(host: Host, { redis, subscriber }: QueueConnections, metrics: Metrics): RunService {
  const { config, log } = host
  const store = new RunStore(redis, config, new HighMark(config.queue_dir, config.queue, log))
  const turns = new Turns(redis, log)
  const watch = new Watch({ store, host }, () => turns.order())
  const reading = new Reading()
  const figures = openQueueMetrics(metrics.registry, { store, watch, readers: reading.readers })
  redis.on('error', () => figures.redisFailed())
  const parts: FollowParts = {
    ...{ store, turns, watch, host, bell: new Bell(subscriber), reconnectMs: config.reconnect_seconds * 1000 },
    readers: reading.readers,
    onLeft: () => reading.left(),
    isStopping: () => reading.isStopping,
  }
  return {
    keep: (run) =>
      answered(async () => {
        const nonce = randomBytes(24).toString('base64url')
        return (await store.keep(runOf(nonce), run, packRun(run))) ? nonce : undefined
      }),
    find: (nonce, client) =>
      answered(async () => {
        const [facts, head] = await Promise.all([store.facts(runOf(nonce)), store.head(runOf(nonce))])
        const isOpen = facts?.client === client && (facts.state === 'kept' || facts.state === 'waiting')
        return isOpen ? unpackHead(head) : undefined
      }),
    begin: (nonce, run) => answered(() => beginRun(parts, runOf(nonce), run)),
    again: (nonce, client, digest) =>
      answered(async () => {
        const facts = await store.facts(runOf(nonce))
        const isBegun = facts?.state === 'running' || facts?.state === 'ended'
        return isBegun && facts.client === client && facts.digest === digest
          ? followedRun(parts, runOf(nonce), facts.session)
          : undefined
      }),
    follow: (id) =>
      answered(async () => {
        const facts = await store.facts(id)
        return facts && facts.state !== 'kept' ? followedRun(parts, id, facts.session) : undefined
      }),
    load: () => store.load(),
    status: async () => {
      await watch.begun
      return queueStatus(store, watch)
    },
    async close() {
      await reading.end(config.shutdown_seconds * 1000)
      watch.close()
      await turns.close()
      redis.disconnect()
      subscriber.disconnect()
    },
  }
}

/** The readers of runs at this server. */
class Reading {
  readonly readers: FollowParts['readers'] = new Map()
  isStopping = false
  #onLeft = (): void => {}

  /** Called when a reader has disconnected or received all events. */
  left(): void {
    this.#onLeft()
  }

  /**
   * Wait until all readers have received their result. After `patienceMs` milliseconds, the remaining readers must
   * reconnect to another server.
   */
  async end(patienceMs: number): Promise<void> {
    const late = setTimeout(() => {
      this.isStopping = true
      for (const reader of this.readers.values()) reader.stop()
    }, patienceMs)
    while (this.readers.size > 0) await new Promise<void>((resolve) => (this.#onLeft = resolve))
    clearTimeout(late)
  }
}

/**
 * Accept a confirmed run, or return why it is not accepted. An accepted run has its turn and its seat.
 * @throws Refusal while the queue checks its data after a restart, and for too many requests
 */
async function beginRun(parts: FollowParts, id: string, run: AwaitedRun): ReturnType<RunService['begin']> {
  const { store, turns, watch, host } = parts
  for (const began = performance.now(); ;) {
    const accepted = await store.accept(id, run, watch.estimateMs())
    if (accepted.kind === 'unconfirmed') {
      if (performance.now() - began > COMPARED_MS)
        throw unreachable('The queue was restarted, and its data is still being checked.')
      await new Promise((resolve) => setTimeout(resolve, 200))
      continue
    }
    if (accepted.kind === 'too many') throw tooManyRequests(accepted.msBeforeNext)
    if (accepted.kind === 'gone') return { kind: 'gone' }
    if (accepted.kind === 'busy') return { ...accepted, estimateMs: watch.estimateMs(accepted.waiting) }
    if (accepted.turn > 0) {
      await turns.add(id, accepted.turn)
      await store.seat(id)
      noteAccepted(host, id, run)
    }
    return { kind: 'accepted', run: followedRun(parts, id, run.session, run) }
  }
}

/**
 * The run ID of a nonce. Each nonce has one run, so a repeated confirmation does not start a second run. The ID does
 * not reveal the nonce.
 */
function runOf(nonce: string): string {
  return createHash('sha256').update(`run of ${nonce}`).digest('hex').slice(0, 32)
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof Refusal ? error : unreachable(troubleOf(error))
  }
}

function unreachable(why: string): Refusal {
  const hint = 'Try again in 2 s. Accepted runs are not lost.'
  return new Refusal(503, 'queue-unreachable', why, hint, { retryAfterSeconds: 2 })
}
