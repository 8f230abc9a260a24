import { Counter, Gauge, type Registry } from 'prom-client'
import { keys } from './keys.ts'
import type { RunStore } from './run-store.ts'
import type { Watch } from './watch.ts'

export interface QueueMetrics {
  redisFailed(): void
}

interface Sources {
  readonly store: Pick<RunStore, 'redis'>
  readonly watch: Pick<Watch, 'workers'>
  /** The readers of streams at this server: each with its run and the number of the last sent event. */
  readonly readers: ReadonlyMap<symbol, { readonly id: string; readonly last: number }>
}

const wait = 'Time that queued runs waited for a worker, in seconds'

/** The counters of the whole queue, each with name, help, matching fields of the figures in Redis, label and factor. */
const shared: readonly (readonly [string, string, RegExp, ('ending' | 'le' | '')?, number?])[] = [
  ['rye_queue_endings_total', 'Ended runs of the queue, by ending.', /^ending:(.*)$/, 'ending'],
  [
    'rye_queue_run_seconds_total',
    'Total duration of queued runs in seconds, by ending.',
    /^took:(.*)$/,
    'ending',
    0.001,
  ],
  ['rye_queue_wait_seconds_bucket', `${wait}: number of runs per upper bound.`, /^wait:(\d+|count)$/, 'le'],
  ['rye_queue_wait_seconds_count', `${wait}: number of runs.`, /^wait:count$/],
  ['rye_queue_wait_seconds_sum', `${wait}: total.`, /^wait:sum$/, '', 0.001],
]

/**
 * Metrics of a whole queue. Redis stores them, so every server reports the same values; only Redis errors and lag are
 * per server.
 */
export function openQueueMetrics(registry: Registry, { store, watch, readers }: Sources): QueueMetrics {
  const registers = [registry]
  for (const [name, help, field, label = '', scale = 1] of shared)
    new Counter({
      ...{ name, help, registers, labelNames: label === '' ? [] : [label] },
      collect() {
        return asked(async () => {
          const figures = await store.redis.hgetall(keys.figures)
          this.reset()
          for (const [key, value] of Object.entries(figures)) {
            const found = field.exec(key)
            if (!found) continue
            const labels = label === '' ? {} : { [label]: labelOf(label, String(found[1])) }
            this.inc(labels, Number(value) * scale)
          }
        })
      },
    })
  new Gauge({
    ...{ name: 'rye_queue_workers', help: 'Workers of the queue, by sandbox level.', labelNames: ['level'], registers },
    collect() {
      this.reset()
      for (const { level } of watch.workers) this.inc({ level })
    },
  })
  new Gauge({
    ...{ name: 'rye_stream_lag_events', registers },
    help: 'Unsent events of the slowest reader of this server.',
    collect() {
      return asked(async () => {
        const behind = [...readers.values()].map(
          async ({ id, last }) => Number((await store.redis.hget(keys.run(id), 'n')) ?? last) - last,
        )
        this.set(Math.max(0, ...(await Promise.all(behind))))
      })
    },
  })
  const errors = new Counter({ name: 'rye_redis_errors_total', help: 'Redis connection errors.', registers })
  return { redisFailed: () => errors.inc() }
}

/** The value of a label. The bucket bounds of waiting times are stored in milliseconds, but shown in seconds. */
function labelOf(label: 'ending' | 'le', text: string): string {
  return label === 'ending' ? text : text === 'count' ? '+Inf' : String(Number(text) / 1000)
}

/** Ignore a failed request for a metric: without Redis, it keeps its last values, and the others are still reported. */
function asked(ask: () => Promise<void>): Promise<void> {
  return ask().catch(() => {})
}
