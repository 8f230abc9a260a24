import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Host } from '../engine/host.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { keys } from './keys.ts'
import { openShared } from './open-shared.ts'
import { NoRedis } from './redis.ts'
import { levelProblem } from './worker.ts'

// The sandbox level that a server requires of the workers of its queue, and the rate limits that it keeps in Redis.

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
}, 60_000)
afterAll(() => redis.close())
beforeEach(() => redis.client.flushall())

/** The reason why a worker of this level may not serve the queue. */
function problemOf(level: string, hint: string | null = null, hosted = false): Promise<string | undefined> {
  const flags = hosted ? ['--hosted', '--allowed-hosts', 'a.example'] : []
  const { host } = recordingHost(flags, { report: { level, hint } as Host['report'] })
  return levelProblem({ url: redis.url, onError: () => {} }, host)
}

test('a worker needs the level that the servers of its queue require', async () => {
  const needs = 'This queue requires sandbox level full, but runs on this machine have level reduced.'
  expect([await problemOf('full'), await problemOf('reduced')]).toEqual([undefined, needs])
  expect(await problemOf('reduced', 'apt install it')).toBe(`${needs} For level full: apt install it`)
  await redis.client.set(keys.level, 'reduced')
  expect(await problemOf('reduced')).toBeUndefined()
  await redis.client.set(keys.hosted, 'yes')
  expect(await problemOf('full')).toMatch(/^A hosted server uses this queue, .* Start the worker with --hosted/)
  expect(await problemOf('full', null, true)).toBeUndefined()
})

test('a worker without Redis reports the address', async () => {
  const { host } = recordingHost([], { report: { level: 'full', hint: null } as Host['report'] })
  const refused = levelProblem({ url: 'redis://127.0.0.1:1', onError: () => {} }, host)
  await expect(refused).rejects.toThrow('Cannot connect to Redis at 127.0.0.1:1')
  await expect(refused).rejects.toBeInstanceOf(NoRedis)
})

/** The shared part of a queue server. Its connections close after the test. */
async function shared(flags: readonly string[]) {
  const { host } = recordingHost(['--queue', redis.url, ...flags])
  const place = await openShared(host.config, host.log)
  const metrics = { registry: { registerMetric: () => {} } } as unknown as Parameters<typeof place.openRunService>[1]
  return { place, close: () => place.openRunService(host, metrics).close() }
}

test('a server sets the level of its queue, and a hosted server marks it', async () => {
  const reduced = await shared(['--queue-level', 'reduced'])
  expect([reduced.place.level, await redis.client.exists(keys.hosted)]).toEqual(['reduced', 0])
  const hosted = await shared(['--hosted', '--token', '', '--allowed-hosts', 'a.example'])
  expect([hosted.place.level, await redis.client.exists(keys.hosted)]).toEqual(['full', 1])
  expect(await redis.client.get(keys.level)).toBe('full')
  for (const each of [reduced, hosted]) await each.close()
})

test('rates are counted in Redis, and each server has a limiter of its own in reserve', async () => {
  const { place, close } = await shared([])
  const limiter = place.openLimiter({ name: 'runs', points: 5, seconds: 60 })
  if (!(limiter instanceof RateLimiterRedis)) return expect.unreachable()
  expect([limiter.points, limiter.duration, limiter.keyPrefix]).toEqual([5, 60, keys.rate('runs')])
  expect(limiter).toMatchObject({ insuranceLimiter: { points: 5, duration: 60 } })
  const none = place.openLimiter({ name: 'shares', points: 0, seconds: 60 })
  expect(none).toMatchObject({ points: 1, insuranceLimiter: { points: 1 } })
  await limiter.consume('client')
  expect(await redis.client.keys(`${keys.rate('runs')}*`)).toHaveLength(1)
  await close()
})

test('a server whose Redis refuses it does not start', async () => {
  await redis.client.hset(keys.level, 'a', 'hash')
  const { host } = recordingHost(['--queue', redis.url])
  await expect(openShared(host.config, host.log)).rejects.toThrow(
    /^Cannot connect to Redis at 127\.0\.0\.1:\d+ \(WRONGTYPE/,
  )
})
