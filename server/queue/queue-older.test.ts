import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDroppingProxy } from '../testing/dropping-proxy.ts'
import { startService, type Service } from '../testing/http-service.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { requestPlan } from '../testing/sandbox.ts'
import {
  confirmedRun,
  receive,
  literalEngine,
  startTestServer,
  testConfig,
  type TestServer,
} from '../testing/server.ts'
import { keys, prefix } from './keys.ts'
import { startWorker } from './worker-main.ts'
import { everyNth, isNightly } from '../../core/testing/nightly.ts'

// A Redis that lost its data, or restores older data: completed runs do not run again, used confirmations are not
// accepted again, and each client gets one ending. Redis, its append-only file and its replicas are real. Each run
// sends a request to the service as its mark.

const patience = { timeout: 60_000, interval: 50 }
let redis: TestRedis
let service: Service
let release: (() => void)[] = []
let holds = false
let queueDir: string
let closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  redis = await startTestRedis()
  holds = false
  release = []
  closing = []
  service = await startService((_request, response) => {
    if (holds) release.push(() => response.end('{}'))
    else response.end('{}')
  })
  queueDir = mkdtempSync(join(tmpdir(), 'rye-queue-dir-'))
}, 120_000)
afterEach(async () => {
  release.forEach((go) => go())
  // Closed in reverse order, so every connection closes before its network.
  for (const close of closing.reverse()) await close()
  await service.close()
  await redis.close()
  rmSync(queueDir, { recursive: true, force: true })
}, 120_000)

const flags = (url: string, dir: string): readonly string[] => [
  ...['--queue', url, '--queue-dir', dir, '--http-allow-private', `127.0.0.1:${service.port}`],
  ...['--shutdown-seconds', '1', '--reconnect-seconds', '60'],
]

/** A server that is closed after the test, unless the test closes it earlier. */
async function server(url = redis.url, dir = ''): Promise<TestServer> {
  const started = await startTestServer(flags(url, dir))
  return { ...started, close: onceLater(() => started.close()) }
}

async function worker(url = redis.url, dir = '') {
  const started = await startWorker(testConfig([...flags(url, dir), '--runs-at-once', '4']), () => literalEngine)
  return { close: onceLater(() => started.close()) }
}

function onceLater(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined
  const once = (): Promise<void> => (closed ??= close())
  closing.push(once)
  return once
}

const plan = () => requestPlan(`http://127.0.0.1:${service.port}/`)
const confirmed = ({ send }: TestServer) => confirmedRun(send, plan())
const endingOf = (received: Awaited<ReturnType<typeof receive>>): unknown => {
  expect(received.filter(({ event }) => event === 'result')).toHaveLength(1)
  return received.at(-1)?.data['ending']
}

async function begun({ send }: TestServer, word: Awaited<ReturnType<typeof confirmed>>) {
  const response = await send('POST', '/api/run', word)
  expect(response.status).toBe(200)
  return { id: response.headers.get('x-run-id') ?? '', received: receive(response) }
}

const resultOf = async ({ send }: TestServer, id: string) =>
  endingOf(await receive(await send('GET', `/api/run/${id}/events`)))

/** Copy the data with a waiting run and an analyzed run; then execute both. */
async function executedAfterCopy(one: TestServer, startAWorker: () => ReturnType<typeof worker>) {
  const waiting = await begun(one, await confirmed(one))
  const word = await confirmed(one)
  const copy = redis.copy()
  const executing = await startAWorker()
  expect(endingOf(await waiting.received)).toMatchObject({ kind: 'responded' })
  const second = await begun(one, word)
  expect(endingOf(await second.received)).toMatchObject({ kind: 'responded' })
  expect(service.requests).toHaveLength(2)
  return { copy, waiting: waiting.id, word, worker: executing }
}

/**
 * Expect that no run of the older copy runs or is accepted again, that its waiting run ends as lost, and that new runs
 * execute.
 */
async function expectNoneAgain(one: TestServer, { waiting, word }: Awaited<ReturnType<typeof executedAfterCopy>>) {
  await expect.poll(() => redis.client.hget(keys.run(waiting), 'state'), patience).toBe('ended')
  expect(await resultOf(one, waiting)).toEqual({ kind: 'worker-lost' })
  const again = await one.send('POST', '/api/run', word)
  expect([again.status, await again.json()]).toMatchObject([403, { error: { code: 'confirmation-missing' } }])
  expect(service.requests).toHaveLength(2)
  const next = await begun(one, await confirmed(one))
  expect(endingOf(await next.received)).toMatchObject({ kind: 'responded' })
  expect(service.requests).toHaveLength(3)
}

test('an older copy of the data is restored while servers and workers run: nothing runs or is accepted again', async () => {
  const one = await server()
  const before = await executedAfterCopy(one, worker)
  await redis.putBack(before.copy)
  await expectNoneAgain(one, before)
}, 120_000)

test.runIf(isNightly)(
  'an older copy is restored while the servers are down: the workers detect it',
  async () => {
    const first = await server()
    const before = await executedAfterCopy(first, worker)
    await first.close()
    await redis.putBack(before.copy)
    await expectNoneAgain(await server(), before)
  },
  120_000,
)

test.runIf(isNightly)(
  'an older copy is restored while the workers are down: the servers detect it',
  async () => {
    const one = await server()
    const before = await executedAfterCopy(one, worker)
    await before.worker.close()
    await redis.putBack(before.copy)
    await worker()
    await expectNoneAgain(one, before)
  },
  120_000,
)

test.runIf(isNightly).for(['server', 'worker'] as const)(
  'an older copy is restored while all are down: the file of the %s reveals it',
  { timeout: 120_000 },
  async (who) => {
    const [serverDir, workerDir] = who === 'server' ? [queueDir, ''] : ['', queueDir]
    const first = await server(redis.url, serverDir)
    const before = await executedAfterCopy(first, () => worker(redis.url, workerDir))
    await Promise.all([first.close(), before.worker.close()])
    await redis.putBack(before.copy)
    const [one] = await Promise.all([server(redis.url, serverDir), worker(redis.url, workerDir)])
    await expectNoneAgain(one, before)
  },
)

test('an older copy without a file: a client that saw more events gets an ending without a second run', async () => {
  const first = await server()
  const before = await executedAfterCopy(first, worker)
  const number = 4 // greater than the number of the last event in the copy
  await Promise.all([first.close(), before.worker.close()])
  await redis.putBack(before.copy)
  const one = await server()
  const received = await receive(
    await one.send('GET', `/api/run/${before.waiting}/events`, undefined, { 'last-event-id': String(number) }),
  )
  expect(endingOf(received)).toEqual({ kind: 'worker-lost' })
  expect(received.at(-1)?.id).toBe(number + 1)
  await worker()
  await expect.poll(() => redis.client.zcard(keys.seats), patience).toBe(0)
  expect(service.requests).toHaveLength(2)
}, 120_000)

test('a failover to a lagging replica: nothing runs or is accepted again', async () => {
  const link = await startDroppingProxy(redis.port)
  const replica = await startTestRedis(['--replicaof', '127.0.0.1', String(link.port)])
  const virtual = await startDroppingProxy(redis.port)
  closing.push(
    () => link.close(),
    () => replica.close(),
    () => virtual.close(),
  )
  const url = `redis://127.0.0.1:${virtual.port}`
  const one = await server(url)
  const waiting = await begun(one, await confirmed(one))
  const word = await confirmed(one)
  const isThere = async () => (await replica.client.exists(keys.run(waiting.id))) === 1
  await expect.poll(isThere, patience).toBe(true)
  await expect.poll(async () => (await replica.client.zcard(`${prefix}kept`)) === 1, patience).toBe(true)
  await link.close()
  await worker(url)
  expect(endingOf(await waiting.received)).toMatchObject({ kind: 'responded' })
  const second = await begun(one, word)
  expect(endingOf(await second.received)).toMatchObject({ kind: 'responded' })

  await redis.kill()
  await replica.client.replicaof('NO', 'ONE')
  virtual.lead(replica.port)
  await expect.poll(() => replica.client.hget(keys.run(waiting.id), 'state'), patience).toBe('ended')
  expect(await resultOf(one, waiting.id)).toEqual({ kind: 'worker-lost' })
  expect((await one.send('POST', '/api/run', word)).status).toBe(403)
  expect(service.requests).toHaveLength(2)
  const next = await begun(one, await confirmed(one))
  expect(endingOf(await next.received)).toMatchObject({ kind: 'responded' })
}, 120_000)

const losses = [
  { what: 'FLUSHALL', lose: () => redis.client.flushall() },
  { what: 'a restart without data', lose: () => redis.putBack() },
  { what: 'an older copy', lose: (copy: string) => redis.putBack(copy) },
] as const

test.for(everyNth(losses, 2))(
  '$what: waiting and active runs get one named ending, and the worker becomes free',
  { timeout: 120_000 },
  async ({ lose }) => {
    const one = await server()
    const copy = redis.copy()
    holds = true
    await worker()
    const running = await Promise.all([0, 1, 2, 3].map(async () => begun(one, await confirmed(one))))
    await expect.poll(() => service.requests.length, patience).toBe(4)
    const waiting = await begun(one, await confirmed(one))
    await expect.poll(() => redis.client.zcard(keys.seats), patience).toBe(5)
    await lose(copy)
    for (const { received } of [...running, waiting]) expect(endingOf(await received)).toEqual({ kind: 'worker-lost' })
    expect(service.requests).toHaveLength(4)
    holds = false
    const next = await begun(one, await confirmed(one))
    expect(endingOf(await next.received)).toMatchObject({ kind: 'responded' })
  },
)

test('a restart with all data loses no run: active runs continue, and waiting runs execute once', async () => {
  const one = await server()
  holds = true
  await worker()
  const running = await Promise.all([0, 1, 2, 3].map(async () => begun(one, await confirmed(one))))
  await expect.poll(() => service.requests.length, patience).toBe(4)
  const waiting = await begun(one, await confirmed(one))
  await redis.kill()
  await redis.start()
  holds = false
  release.forEach((go) => go())
  for (const { received } of [...running, waiting])
    expect(endingOf(await received)).toMatchObject({ kind: 'responded' })
  expect(service.requests).toHaveLength(5)
}, 120_000)
