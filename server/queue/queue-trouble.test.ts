import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { literalEngine, startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'

// A Redis that responds but accepts no writes, for each real reason.

let redis: TestRedis
let server: TestServer
let worker: StartedWorker
beforeAll(async () => {
  redis = await startTestRedis(['--save', '3600 1', '--enable-protected-configs', 'yes'])
  server = await startTestServer(['--queue', redis.url])
  worker = await startWorker(testConfig(['--queue', redis.url, '--runs-at-once', '1']), () => literalEngine)
}, 60_000)
afterAll(async () => {
  await worker?.close()
  await server?.close()
  await redis?.close()
})

/** Start a background save, and wait until it ends. */
async function save(status: 'ok' | 'err'): Promise<void> {
  await redis.client.bgsave()
  await expect
    .poll(() => redis.client.info('persistence'), { timeout: 20_000 })
    .toMatch(new RegExp(`rdb_bgsave_in_progress:0[^]*rdb_last_bgsave_status:${status}`))
}

const troubles = [
  {
    what: 'full (maxmemory)',
    begin: () => redis.client.config('SET', 'maxmemory', '1mb'),
    end: () => redis.client.config('SET', 'maxmemory', '0'),
    says: 'The queue is full (maxmemory of its Redis server).',
  },
  {
    what: 'a replica',
    begin: () => redis.client.replicaof('127.0.0.1', '1'),
    end: () => redis.client.replicaof('NO', 'ONE'),
    says: 'The queue is read-only: its Redis server is a replica.',
  },
  {
    what: 'unable to save to its disk',
    async begin() {
      const gone = mkdtempSync(join(tmpdir(), 'rye-redis-gone-'))
      await redis.client.config('SET', 'dir', gone)
      rmSync(gone, { recursive: true })
      await save('err')
    },
    async end() {
      await redis.client.config('SET', 'dir', tmpdir())
      await redis.client.config('SET', 'dbfilename', `rye-test-${process.pid}.rdb`)
      await save('ok')
      rmSync(join(tmpdir(), `rye-test-${process.pid}.rdb`))
    },
    says: 'The queue is read-only: its Redis server cannot write to disk.',
  },
  {
    what: 'without the replicas that it must have',
    begin: () => redis.client.config('SET', 'min-replicas-to-write', '1'),
    end: () => redis.client.config('SET', 'min-replicas-to-write', '0'),
    says: 'The queue is read-only: its Redis server has too few replicas.',
  },
  {
    what: 'closed to writes of this user',
    begin: () => redis.client.call('ACL', 'SETUSER', 'default', '-@write'),
    end: () => redis.client.call('ACL', 'SETUSER', 'default', '+@write'),
    says: 'The Redis server of the queue refuses this user or password.',
  },
] as const

test.for(troubles)(
  '$what: probes and the status page report the problem until it is over',
  { timeout: 60_000 },
  async ({ begin, end, says }) => {
    const ready = async (): Promise<unknown> => (await server.send('GET', '/readyz')).json()
    const page = async (): Promise<string> => (await fetch(`${server.origin}/status`)).text()
    await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 'ready' })
    await begin()
    await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 'not ready', problem: says })
    expect(await page()).toContain(says)
    await end()
    await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 'ready' })
    expect(await page()).toContain('Runs are accepted.')
  },
)

const small = mkdtempSync(join(tmpdir(), 'rye-redis-small-'))
const hasSmallDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).status === 0
afterAll(() => {
  if (hasSmallDisk) spawnSync('umount', ['-l', small])
  rmSync(small, { recursive: true, force: true })
})

test.runIf(hasSmallDisk)(
  'a full disk under the append-only file is reported until it has room',
  async () => {
    const full = await startTestRedis(['--dir', small])
    const asked = await startTestServer(['--queue', full.url])
    const problem = async (): Promise<unknown> =>
      ((await (await asked.send('GET', '/readyz')).json()) as { problem?: string }).problem
    try {
      const nothingElse = 'No worker takes runs: accepted runs wait for a worker.'
      await expect.poll(problem, { timeout: 20_000 }).toBe(nothingElse)
      expect(() => writeFileSync(join(small, 'filler'), Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC')
      await expect
        .poll(problem, { timeout: 20_000 })
        .toBe('The queue is read-only: its Redis server cannot write to disk.')
      rmSync(join(small, 'filler'))
      await expect.poll(problem, { timeout: 20_000 }).toBe(nothingElse)
    } finally {
      await asked.close()
      await full.close()
    }
  },
  120_000,
)
