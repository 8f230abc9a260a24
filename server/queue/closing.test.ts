import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { literalEngine, startTestServer, testConfig } from '../testing/server.ts'
import { keys } from './keys.ts'
import { startWorker } from './worker-main.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
})
afterAll(() => redis.close())

const connections = async (): Promise<number> =>
  String(await redis.client.client('LIST'))
    .trim()
    .split('\n').length

test('a closed server and worker leave no connection, heartbeat or run directory', { timeout: 60_000 }, async () => {
  const before = await connections()
  const server = await startTestServer(['--queue', redis.url])
  let closings = 0
  const runs = mkdtempSync(join(tmpdir(), 'rye-closing-'))
  const worker = await startWorker(testConfig(['--queue', redis.url, '--run-dir', runs]), () => ({
    ...literalEngine,
    close: () => Promise.resolve(void closings++),
  }))
  const places = (): readonly string[] => readdirSync(runs).flatMap((name) => readdirSync(join(runs, name)))
  expect(places()).toHaveLength(1)
  await expect.poll(() => redis.client.hlen(keys.workers), { timeout: 20_000 }).toBe(1)
  expect(await connections()).toBeGreaterThan(before)
  await worker.close()
  expect([places(), closings]).toEqual([[], 1])
  rmSync(runs, { recursive: true })
  expect(await redis.client.hlen(keys.workers)).toBe(0)
  await server.close()
  await expect.poll(connections, { timeout: 20_000 }).toBe(before)
})
