import { Counter, Gauge, type Registry } from 'prom-client'
import { keys } from './keys.ts'
import { workersOf } from './queue-status.ts'
import type { RunStore } from './run-store.ts'

export interface QueueMetrics {
  redisFailed(): void
}

/** Readers of streams at this server: which run, and the number of the last event that was sent. */
export type Readers = ReadonlyMap<symbol, { readonly id: string; readonly last: number }>

/** Figures of a whole queue. They lie in Redis, so every server tells the same; those of Redis errors and lag are its own. */
export function openQueueMetrics(registry: Registry, store: RunStore, readers: Readers): QueueMetrics {
  const registers = [registry]
  const { redis } = store
  /** Redis may be away: then there is no figure, and the others are there all the same. */
  const asked = (ask: () => Promise<void>): Promise<void> => ask().catch(() => {})
  const shared = (
    name: string,
    help: string,
    labelNames: readonly string[],
    key: string,
    pick: (field: string) => Readonly<Record<string, string>> | undefined,
    scale = 1,
  ): void => {
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      collect() {
        return asked(async () => {
          const fields = await redis.hgetall(key)
          this.reset()
          for (const [field, value] of Object.entries(fields)) {
            const labels = pick(field)
            if (labels) this.inc({ ...labels }, Number(value) * scale)
          }
        })
      },
    })
  }
  const byEnding = (ending: string): Readonly<Record<string, string>> => ({ ending })
  shared('rye_queue_endings_total', 'Runs of the queue that ended, by ending.', ['ending'], keys.endings, byEnding)
  shared(
    'rye_queue_run_seconds_total',
    'Seconds that runs of the queue took, by ending.',
    ['ending'],
    keys.took,
    byEnding,
    0.001,
  )
  const wait = 'How long runs of the queue waited for a worker'
  shared('rye_queue_wait_seconds_bucket', `${wait}: as many waited at most so long.`, ['le'], keys.waits, (field) =>
    /^\d+$/.test(field) ? { le: String(Number(field) / 1000) } : field === 'count' ? { le: '+Inf' } : undefined,
  )
  shared('rye_queue_wait_seconds_count', `${wait}: all of them.`, [], keys.waits, (field) =>
    field === 'count' ? {} : undefined,
  )
  shared(
    'rye_queue_wait_seconds_sum',
    `${wait}: together.`,
    [],
    keys.waits,
    (field) => (field === 'sum' ? {} : undefined),
    0.001,
  )
  new Gauge({
    name: 'rye_queue_workers',
    help: 'Workers of the queue, by sandbox level.',
    labelNames: ['level'],
    registers,
    collect() {
      return asked(async () => {
        const workers = await workersOf(store)
        this.reset()
        for (const { level } of workers) this.inc({ level })
      })
    },
  })
  new Gauge({
    name: 'rye_stream_lag_events',
    help: 'Events that the slowest reader at this server has still to be sent.',
    registers,
    collect() {
      return asked(async () => {
        const behind = await Promise.all(
          [...readers.values()].map(
            async ({ id, last }) => Number((await redis.hget(keys.run(id), 'n')) ?? last) - last,
          ),
        )
        this.set(Math.max(0, ...behind))
      })
    },
  })
  const errors = new Counter({ name: 'rye_redis_errors_total', help: 'Errors of connections to Redis.', registers })
  return { redisFailed: () => errors.inc() }
}
