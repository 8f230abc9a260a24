import { createHash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Host } from '../engine/host.ts'
import { tooManyRequests } from '../protocol/limiters.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { AwaitedRun, RunDesk } from '../run/desk.ts'
import type { Metrics } from '../run/metrics.ts'
import type { PendingRun } from '../run/pending.ts'
import { noteAccepted } from '../run/run-trace.ts'
import { logOf } from '../tracing/log.ts'
import { Bell } from './bell.ts'
import { enqueue, openBullQueue } from './bull.ts'
import { followedRun, type FollowParts } from './followed.ts'
import { openKeeper } from './keeper.ts'
import { openQueueMetrics } from './queue-metrics.ts'
import { queueStatus } from './queue-status.ts'
import { isFull } from './redis.ts'
import { RecentRuns } from './recent-runs.ts'
import { RunStore } from './run-store.ts'
import { packRun, unpackHead } from './waiting-run.ts'

export interface QueueConnections {
  readonly redis: Redis
  /** Only hears. */
  readonly subscriber: Redis
}

/** Runs on a queue that many servers and workers share. */
export function queueDesk(host: Host, { redis, subscriber }: QueueConnections, metrics: Metrics): RunDesk {
  const { config, log } = host
  const store = new RunStore(redis, config)
  const recent = new RecentRuns()
  const queue = openBullQueue(redis, log)
  const keeper = openKeeper({ store, queue, host })
  const reading = new Reading()
  const figures = openQueueMetrics(metrics.registry, store, reading.readers)
  redis.on('error', () => figures.redisFailed())
  const parts: FollowParts = {
    ...{ store, queue, bell: new Bell(subscriber), host, reconnectMs: config.reconnect_seconds * 1000 },
    readers: reading.readers,
    onLeft: () => reading.left(),
    isStopping: () => reading.isStopping,
  }
  return {
    keep: (run) => answered(() => keepPending(store, recent, run)),
    find: (nonce, client) =>
      answered(async () => {
        const found = recent.find(nonce) ?? (await pendingIn(store, nonce))
        return found?.client === client ? found : undefined
      }),
    begin: (nonce, run) =>
      answered(() => {
        recent.drop(nonce)
        return beginRun(parts, nonce, run)
      }),
    again: (nonce, client, digest) =>
      answered(async () => {
        const facts = await store.facts(runOf(nonce))
        return facts?.client === client && facts.digest === digest
          ? followedRun(parts, runOf(nonce), facts.session)
          : undefined
      }),
    follow: (id) =>
      answered(async () => {
        const facts = await store.facts(id)
        return facts && followedRun(parts, id, facts.session)
      }),
    load: async () => {
      const { waiting, running } = await queueStatus(store)
      return { waiting, running }
    },
    status: () => queueStatus(store),
    async close() {
      await reading.end(config.shutdown_seconds * 1000)
      keeper.close()
      await queue.close()
      redis.disconnect()
      subscriber.disconnect()
    },
  }
}

/** Who reads the events of runs at this server. */
class Reading {
  readonly readers: FollowParts['readers'] = new Map()
  isStopping = false
  #onLeft = (): void => {}

  /** A reader has gone. */
  left(): void {
    this.#onLeft()
  }

  /** Wait until all have gone: whoever reads here has the ending, or, after so long, goes on at another server. */
  async end(patienceMs: number): Promise<void> {
    const late = setTimeout(() => {
      this.isStopping = true
      for (const reader of this.readers.values()) reader.stop()
    }, patienceMs)
    while (this.readers.size > 0) await new Promise<void>((resolve) => (this.#onLeft = resolve))
    clearTimeout(late)
  }
}

/** Keep an analysed run for the word of its client; its nonce, or undefined where there is no room. */
async function keepPending(store: RunStore, recent: RecentRuns, run: PendingRun): Promise<string | undefined> {
  const nonce = randomBytes(24).toString('base64url')
  if (!(await store.keep(nonce, run.client, packRun(run)))) return undefined
  recent.keep(nonce, run)
  return nonce
}

/** Accept a run that was confirmed, or say whose bound it would pass. */
async function beginRun(parts: FollowParts, nonce: string, run: AwaitedRun): ReturnType<RunDesk['begin']> {
  const { store, queue, host } = parts
  const id = runOf(nonce)
  const accepted = await store.accept(nonce, id, run)
  if (accepted.kind === 'too many') throw tooManyRequests(accepted.msBeforeNext)
  if (accepted.kind !== 'accepted') return accepted
  noteAccepted(host, id, run)
  // From here on the run is accepted: the keeper puts it on the queue if this server cannot.
  // Nobody has to wait for that to hear that it is.
  enqueue(queue, id, accepted.turn).catch((error: unknown) =>
    logOf(host.log, run.traceparent).warn({ run: id, error }, 'queue'),
  )
  return { kind: 'accepted', run: followedRun(parts, id, run.session) }
}

/** What a nonce stands for, whichever server analysed it. */
async function pendingIn(store: RunStore, nonce: string): Promise<AwaitedRun | undefined> {
  const text = await store.pending(nonce)
  const head = text === null ? undefined : unpackHead(text)
  return head && 'value' in head ? head.value : undefined
}

/** A nonce has one run, so that a word which comes twice begins it once; the run does not tell the nonce. */
function runOf(nonce: string): string {
  return createHash('sha256').update(`run of ${nonce}`).digest('hex').slice(0, 32)
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const why = isFull(error)
      ? 'The queue has no room left (maxmemory of its Redis).'
      : 'The queue cannot be reached just now.'
    throw new Refusal(503, 'queue-unreachable', why, 'Try again in 2 s: what was accepted is not lost.', {
      retryAfterSeconds: 2,
    })
  }
}
