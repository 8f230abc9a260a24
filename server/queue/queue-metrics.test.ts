import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { keys } from './keys.ts'
import { openQueueMetrics } from './queue-metrics.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
})
afterAll(() => redis.close())

const worker = { version: '1.0.0', slots: 2, running: 0, draining: false }

test('a server shows the metrics of the queue, and its own metrics if those in Redis cannot be read', async () => {
  const registry = new Registry()
  const workers = ['full', 'reduced', 'full'].map((level, id) => ({ ...worker, id: String(id), level }))
  const readers = new Map([
    [Symbol(), { id: 'behind', last: 4 }],
    [Symbol(), { id: 'level', last: 7 }],
    [Symbol(), { id: 'gone', last: 9 }],
  ])
  const metrics = openQueueMetrics(registry, { store: { redis: redis.client }, watch: { workers }, readers })
  const shown = async (): Promise<readonly string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('# TYPE'))
  await redis.client.hset(keys.figures, {
    ...{ 'ending:exited': 3, 'ending:worker-lost': 1, 'took:exited': 1500, 'took:worker-lost': 20 },
    ...{ 'wait:100': 2, 'wait:1000': 4, 'wait:count': 5, 'wait:sum': 2500, other: 9 },
  })
  await redis.client.hset(keys.run('behind'), 'n', 10)
  await redis.client.hset(keys.run('level'), 'n', 7)
  metrics.redisFailed()
  metrics.redisFailed()
  const expected = [
    '# HELP rye_queue_endings_total Ended runs of the queue, by ending.',
    'rye_queue_endings_total{ending="exited"} 3',
    'rye_queue_endings_total{ending="worker-lost"} 1',
    '# HELP rye_queue_run_seconds_total Total duration of queued runs in seconds, by ending.',
    'rye_queue_run_seconds_total{ending="exited"} 1.5',
    'rye_queue_run_seconds_total{ending="worker-lost"} 0.02',
    '# HELP rye_queue_wait_seconds_bucket Time that queued runs waited for a worker, in seconds: number of runs per upper bound.',
    'rye_queue_wait_seconds_bucket{le="0.1"} 2',
    'rye_queue_wait_seconds_bucket{le="1"} 4',
    'rye_queue_wait_seconds_bucket{le="+Inf"} 5',
    '# HELP rye_queue_wait_seconds_count Time that queued runs waited for a worker, in seconds: number of runs.',
    'rye_queue_wait_seconds_count 5',
    '# HELP rye_queue_wait_seconds_sum Time that queued runs waited for a worker, in seconds: total.',
    'rye_queue_wait_seconds_sum 2.5',
    '# HELP rye_queue_workers Workers of the queue, by sandbox level.',
    'rye_queue_workers{level="full"} 2',
    'rye_queue_workers{level="reduced"} 1',
    '# HELP rye_stream_lag_events Unsent events of the slowest reader of this server.',
    'rye_stream_lag_events 6',
    '# HELP rye_redis_errors_total Redis connection errors.',
    'rye_redis_errors_total 2',
  ]
  expect(await shown()).toEqual(expected)
  // Reading the metrics does not change them.
  expect(await shown()).toEqual(expected)
  workers.splice(0)
  readers.clear()
  expect(await shown()).toContain('rye_stream_lag_events 0')
  expect((await shown()).filter((line) => line.startsWith('rye_queue_workers'))).toEqual([])
  await redis.client.set(keys.figures, 'what has another type than the one asked for is refused')
  expect(await shown()).toContain('rye_redis_errors_total 2')
})
