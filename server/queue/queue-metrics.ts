import { Counter, Gauge, type Registry } from 'prom-client'
import { keys } from './keys.ts'
import { workersOf } from './queue-status.ts'
import type { RunStore } from './run-store.ts'

export interface QueueMetrics {
  redisFailed(): void
}

/** Readers of streams at this server: which run, and the number of the last event that was sent. */
export type Readers = ReadonlyMap<symbol, { readonly id: string; readonly last: number }>

/** Where the figures of one queue are read and shown. */
interface Figures {
  readonly registers: Registry[]
  readonly store: RunStore
}

/** Figures of a whole queue. They lie in Redis, so every server tells the same; those of Redis errors and lag are its own. */
export function openQueueMetrics(registry: Registry, store: RunStore, readers: Readers): QueueMetrics {
  const registers = [registry]
  const figures = { registers, store }
  countEndings(figures)
  countWaits(figures)
  countWorkers(figures)
  countLag(figures, readers)
  const errors = new Counter({ name: 'rye_redis_errors_total', help: 'Errors of connections to Redis.', registers })
  return { redisFailed: () => errors.inc() }
}

/** Redis may be away: then there is no figure, and the others are there all the same. */
function asked(ask: () => Promise<void>): Promise<void> {
  return ask().catch(() => {})
}

/** A counter of which a hash in Redis holds a field for each of its labels. */
interface SharedCounter {
  readonly name: string
  readonly help: string
  readonly label?: string
  readonly key: string
  /** The label that a field stands for; undefined where it is none of this counter. */
  readonly labelOf: (field: string) => string | undefined
  readonly scale?: number
}

function share({ registers, store }: Figures, { name, help, label, key, labelOf, scale = 1 }: SharedCounter): void {
  new Counter({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers,
    collect() {
      return asked(async () => {
        const fields = await store.redis.hgetall(key)
        this.reset()
        for (const [field, value] of Object.entries(fields)) {
          const labelled = labelOf(field)
          if (labelled !== undefined) this.inc(label === undefined ? {} : { [label]: labelled }, Number(value) * scale)
        }
      })
    },
  })
}

const milliseconds = 0.001

function countEndings(figures: Figures): void {
  const byEnding = { label: 'ending', labelOf: (field: string) => field }
  const help = 'Runs of the queue that ended, by ending.'
  share(figures, { name: 'rye_queue_endings_total', help, key: keys.endings, ...byEnding })
  const took = 'Seconds that runs of the queue took, by ending.'
  share(figures, {
    name: 'rye_queue_run_seconds_total',
    help: took,
    key: keys.took,
    ...byEnding,
    scale: milliseconds,
  })
}

function countWaits(figures: Figures): void {
  const wait = 'How long runs of the queue waited for a worker'
  const only = (name: string) => (field: string) => (field === name ? '' : undefined)
  const key = keys.waits
  share(figures, {
    name: 'rye_queue_wait_seconds_bucket',
    help: `${wait}: as many waited at most so long.`,
    label: 'le',
    key,
    labelOf: (field) => (/^\d+$/.test(field) ? String(Number(field) / 1000) : field === 'count' ? '+Inf' : undefined),
  })
  share(figures, { name: 'rye_queue_wait_seconds_count', help: `${wait}: all of them.`, key, labelOf: only('count') })
  share(figures, {
    name: 'rye_queue_wait_seconds_sum',
    help: `${wait}: together.`,
    key,
    labelOf: only('sum'),
    scale: milliseconds,
  })
}

function countWorkers({ registers, store }: Figures): void {
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
}

function countLag({ registers, store }: Figures, readers: Readers): void {
  const behind = async ({ id, last }: { readonly id: string; readonly last: number }): Promise<number> =>
    Number((await store.redis.hget(keys.run(id), 'n')) ?? last) - last
  new Gauge({
    name: 'rye_stream_lag_events',
    help: 'Events that the slowest reader at this server has still to be sent.',
    registers,
    collect() {
      return asked(async () => this.set(Math.max(0, ...(await Promise.all([...readers.values()].map(behind))))))
    },
  })
}
