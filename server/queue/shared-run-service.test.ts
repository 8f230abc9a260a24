import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMetrics, type Metrics } from '../run/metrics.ts'
import type { PendingRun } from '../run/pending.ts'
import type { RunService } from '../run/run-service.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { testConfig } from '../testing/server.ts'
import { keys } from './keys.ts'
import { openRedis } from './redis.ts'
import { RunStore } from './run-store.ts'
import { sharedRunService, type QueueConnections } from './shared-run-service.ts'

// The run service of a server in a real Redis, without a worker.

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
}, 60_000)
afterAll(() => redis.close())
beforeEach(async () => {
  await redis.client.flushall()
  // Servers trust an unknown Redis only after several checks.
  const store = new RunStore(redis.client, testConfig([]), { seen: 0, saw: () => {} })
  const { instance } = await store.look('')
  await store.look(instance)
})

const run = { ...(await pendingRun('client')), session: 'session' }

/** Use the service of a server with these settings, then close it. */
async function serving(
  use: (
    runs: RunService,
    noted: ReturnType<typeof recordingHost>,
    connections: QueueConnections,
    metrics: Metrics,
  ) => Promise<void>,
  flags: readonly string[] = [],
): Promise<void> {
  const noted = recordingHost(['--queue', redis.url, ...flags])
  const place = { url: redis.url, onError: () => {} }
  const connections = { redis: openRedis(place), subscriber: openRedis(place, null) }
  const metrics = openMetrics(() => Promise.resolve({ waiting: 0, running: 0 }))
  const runs = sharedRunService(noted.host, connections, metrics)
  await use(runs, noted, connections, metrics)
  await runs.close()
  const states = () => [connections.redis.status, connections.subscriber.status]
  await expect.poll(states, { timeout: 20_000 }).toEqual(['end', 'end'])
}

const keptBy = async (runs: RunService, of: PendingRun = run): Promise<string> => (await runs.keep(of)) ?? ''

test('a run starts once, for its client, with its digest, and a repeated request finds it', async () => {
  await serving(async (runs, { lines }) => {
    const nonce = await keptBy(runs)
    expect(nonce).toMatch(/^[\w-]{32}$/)
    const { files: _files, bytes: _bytes, ...asked } = run
    expect(await runs.find(nonce, 'client')).toMatchObject({ digest: asked.digest, session: 'session' })
    expect([await runs.find(nonce, 'other'), await runs.find(`${nonce}x`, 'client')]).toEqual([undefined, undefined])
    expect(await runs.begin(nonce, { ...run, digest: 'f'.repeat(64) })).toEqual({ kind: 'gone' })
    expect(await runs.begin(nonce, { ...run, client: 'other' })).toEqual({ kind: 'gone' })
    const begun = await runs.begin(nonce, run)
    if (begun.kind !== 'accepted') return expect.unreachable()
    const { id } = begun.run
    expect([id, begun.run.session]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 'session'])
    expect(lines.filter(({ msg }) => msg === 'accepted')).toMatchObject([{ run: id, digest: run.digest }])
    expect(await runs.load()).toEqual({ waiting: 1, running: 0 })
    const followed = await runs.follow(id)
    expect([followed?.id, followed?.session]).toEqual([id, 'session'])
    // `again` does not return a waiting run, which can be confirmed again, but returns a running or ended one.
    expect(await runs.again(nonce, 'client', run.digest)).toBeUndefined()
    for (const state of ['running', 'ended']) {
      await redis.client.hset(keys.run(id), 'state', state)
      expect((await runs.again(nonce, 'client', run.digest))?.id).toBe(id)
      expect(await runs.again(nonce, 'other', run.digest)).toBeUndefined()
      expect(await runs.again(nonce, 'client', 'f'.repeat(64))).toBeUndefined()
      expect(await runs.find(nonce, 'client')).toBeUndefined()
    }
  })
})

test('a run that only waits for confirmation cannot be followed', async () => {
  await serving(async (runs) => {
    await keptBy(runs)
    const [key = ''] = (await redis.client.keys(keys.run('*'))).filter((each) => each.split(':').length === 4)
    expect(key).not.toBe('')
    expect(await runs.follow(key.slice(keys.run('').length))).toBeUndefined()
    expect(await runs.follow('unknown')).toBeUndefined()
  })
})

test('a run that exceeds a limit is refused with its wait', async () => {
  await serving(
    async (runs) => {
      for (let count = 0; count < 2; count++) await runs.begin(await keptBy(runs), run)
      const busy = await runs.begin(await keptBy(runs), run)
      expect(busy).toEqual({ kind: 'busy', because: 'client', waiting: 2, estimateMs: expect.any(Number) as number })
      const many = runs.begin(await keptBy(runs, { ...run, client: 'b' }), { ...run, client: 'b' })
      expect((await many).kind).toBe('accepted')
    },
    ['--client-runs', '2', '--runs-per-minute', '3'],
  )
})

test('a client that starts too many runs per minute is refused', async () => {
  await serving(
    async (runs) => {
      await runs.begin(await keptBy(runs), run)
      await expect(runs.begin(await keptBy(runs), run)).rejects.toMatchObject({
        status: 429,
        code: 'too-many-requests',
      })
    },
    ['--runs-per-minute', '1'],
  )
})

test('a run that is too large is not stored', async () => {
  await serving(async (runs) => expect(await runs.keep(run)).toBeUndefined(), ['--pending-bytes', '10'])
})

test("the status reports the queue's problem", async () => {
  await serving(async (runs) => {
    expect(await runs.status()).toEqual({
      ...{ waiting: 0, running: 0, workers: [], endings: {} },
      problem: 'No worker takes runs: accepted runs wait for a worker.',
    })
  })
})

test('a queue whose data has another type is reported as unreachable, and the client can retry', async () => {
  await serving(async (runs) => {
    const nonce = await keptBy(runs)
    const [key = ''] = (await redis.client.keys(keys.run('*'))).filter((each) => each.split(':').length === 4)
    await redis.client.set(key, 'text')
    const refused = { status: 503, code: 'queue-unreachable', retryAfterSeconds: 2 }
    await expect(runs.find(nonce, 'client')).rejects.toMatchObject(refused)
    await expect(runs.begin(nonce, run)).rejects.toMatchObject(refused)
    await expect(runs.again(nonce, 'client', run.digest)).rejects.toMatchObject(refused)
    await expect(runs.follow(key.slice(keys.run('').length))).rejects.toMatchObject(refused)
  })
})

test('a closing server waits until its readers have left', async () => {
  const left = new AbortController()
  let [isClosed, first] = [false, (): void => {}]
  const isRead = new Promise<void>((resolve) => (first = resolve))
  const closed = serving(async (runs) => {
    const begun = await runs.begin(await keptBy(runs), run)
    if (begun.kind !== 'accepted') return expect.unreachable()
    void (async () => {
      for await (const _event of begun.run.events(0, left.signal)) first()
    })()
    await isRead
  }).then(() => (isClosed = true))
  await isRead
  for (let round = 0; round < 5; round++) await redis.client.ping()
  expect(isClosed).toBe(false)
  left.abort()
  await closed
})

test('connection errors of Redis are counted', async () => {
  await serving(async (...[, , { redis: connection }, { registry }]) => {
    connection.emit('error', new Error('connect ECONNREFUSED'))
    expect(await registry.getSingleMetricAsString('rye_redis_errors_total')).toMatch(/^rye_redis_errors_total 1$/m)
  })
})
