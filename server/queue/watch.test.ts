import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import { keys } from './keys.ts'
import { RunStore } from './run-store.ts'
import { Watch } from './watch.ts'

let redis: TestRedis
let server: TestServer
beforeAll(async () => {
  redis = await startTestRedis()
  server = await startTestServer()
}, 60_000)
afterAll(async () => {
  await server.close()
  await redis.close()
})

test('a worker is listed from its first heartbeat until its heartbeat expires', async () => {
  const about = { level: 'full', version: '1.2.3', running: 1, runs: [], beat: 1 }
  const working = JSON.stringify({ ...about, slots: 2, draining: false })
  const draining = JSON.stringify({ ...about, slots: 4, draining: true })
  await redis.client.hset(keys.workers, { a: working, b: draining, c: '"no worker"' })
  const store = new RunStore(redis.client, testConfig([]), { seen: 0, saw: () => {} })
  const watch = new Watch({ store, host: server.running.host }, () => Promise.resolve(['x', 'y', 'z']))
  try {
    await watch.begun
    const common = { level: 'full', version: '1.2.3', running: 1 }
    expect(watch.workers.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
      { ...common, id: 'a', slots: 2, draining: false },
      { ...common, id: 'b', slots: 4, draining: true },
    ])
    expect(await redis.client.hlen(keys.workers)).toBe(3)
    expect(['x', 'y', 'z', 'other'].map((id) => watch.placeOf(id))).toEqual([0, 1, 2, 0])
    // With two slots, the first two runs start immediately; later runs wait a number of rounds.
    const round = watch.estimateMs(2)
    expect(round).toBeGreaterThan(0)
    expect([0, 1, 2, 3, 4, 5].map((before) => watch.estimateMs(before) / round)).toEqual([0, 0, 1, 1, 2, 2])
    expect(watch.estimateMs()).toBe(round)
    await expect.poll(() => redis.client.hlen(keys.workers), { timeout: 20_000 }).toBe(0)
    expect(watch.workers).toEqual([])
  } finally {
    watch.close()
  }
}, 40_000)
