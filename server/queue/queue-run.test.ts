import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { processPlan } from '../testing/sandbox.ts'
import { confirmedRun, receive, literalEngine, startTestServer, testConfig } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { keys } from './keys.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'

// R14 with a queue: two servers and two workers that share only a real Redis.

let redis: TestRedis
let servers: readonly [TestServer, TestServer]
let workers: readonly StartedWorker[]
const flags = (): readonly string[] => ['--queue', redis.url, '--client-runs', '50', '--reconnect-seconds', '1']
const shell = (script: string) => ({ command: '/bin/sh', args: ['-c', script] })

beforeAll(async () => {
  redis = await startTestRedis()
  servers = [await startTestServer(flags()), await startTestServer(flags())]
  const config = testConfig([...flags(), '--runs-at-once', '2'])
  workers = await Promise.all([startWorker(config, () => literalEngine), startWorker(config, () => literalEngine)])
}, 60_000)
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  await Promise.all(servers.map((server) => server.close()))
  await redis.close()
})

const kinds = (received: readonly { readonly event: string }[]) =>
  received.map(({ event }) => event).filter((event) => event !== 'queued')

test('a confirmed plan runs on a worker with numbered events: accepted, started, trace, output, result', async () => {
  const received = await receive(
    await servers[0].start(shell('cat /project/a; echo err >&2'), { '/project/a': 'hello' }),
  )
  expect(kinds(received)).toEqual(
    expect.arrayContaining(['accepted', 'started', 'trace', 'stdout', 'stderr', 'result']),
  )
  expect(received.at(-1)).toMatchObject({
    event: 'result',
    data: { success: true, ending: { kind: 'exited', return_code: 0 }, output: { stdout: { text: 'hello' } } },
  })
  const numbers = received.filter(({ event }) => event !== 'queued').map(({ id }) => id)
  expect(numbers).toEqual(numbers.map((_number, at) => at + 1))
})

test('one server starts the plan of another, and further connections get the rest or all of its events', async () => {
  const word = await confirmedRun(servers[0].send, processPlan(shell('echo one; sleep 0.5; echo two')))
  const begun = await servers[1].send('POST', '/api/run', word)
  const id = begun.headers.get('x-run-id') ?? ''
  const first = await receive(begun, ({ event }) => event === 'stdout')
  const rest = await receive(
    await servers[0].send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(first.at(-1)?.id) }),
  )
  const whole = await receive(await servers[0].send('GET', `/api/run/${id}/events`))
  const events = (received: typeof whole) => received.filter(({ event }) => event !== 'queued')
  expect([...events(first), ...events(rest)]).toEqual(events(whole))
  expect(whole.at(-1)?.data).toMatchObject({ output: { stdout: { text: 'one\ntwo\n' } } })
})

test('a repeated confirmation, even on another server, starts no second run and follows the first', async () => {
  const word = await confirmedRun(servers[0].send, processPlan(shell('echo x')))
  const answers = await Promise.all([0, 1, 0, 1].map((at) => servers[at === 0 ? 0 : 1].send('POST', '/api/run', word)))
  expect(new Set(answers.map(({ headers }) => headers.get('x-run-id'))).size).toBe(1)
  const received = await Promise.all(answers.map((answer) => receive(answer)))
  expect(received.map((events) => kinds(events).filter((event) => event === 'started').length)).toEqual([1, 1, 1, 1])
})

test('DELETE on another server cancels the run', async () => {
  const response = await servers[0].start(shell('echo up; sleep 60'))
  const id = response.headers.get('x-run-id') ?? ''
  const received = await receive(response, ({ event }) => event === 'stdout')
  const cancelled = await servers[1].send('DELETE', `/api/run/${id}`)
  expect(await cancelled.json()).toEqual({ id, cancelled: true })
  const rest = await receive(
    await servers[1].send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(received.at(-1)?.id) }),
  )
  expect(rest.at(-1)?.data).toMatchObject({ success: false, ending: { kind: 'cancelled' } })
})

test('a run without listeners is canceled after the reconnect timeout', async () => {
  const response = await servers[0].start(shell('echo up; sleep 60'))
  const id = response.headers.get('x-run-id') ?? ''
  await receive(response, ({ event }) => event === 'stdout')
  await expect.poll(() => redis.client.hget(keys.run(id), 'state'), { timeout: 20_000, interval: 50 }).toBe('ended')
  const received = await receive(await servers[1].send('GET', `/api/run/${id}/events`))
  expect(received.at(-1)?.data).toMatchObject({ ending: { kind: 'cancelled' } })
})

test('a finished run leaves only the data that late listeners can request', async () => {
  await receive(await servers[0].start(shell('true')))
  await expect.poll(() => redis.client.keys(keys.run('*:words'))).toEqual([])
  expect(await redis.client.zcard(keys.seats)).toBe(0)
  expect(await redis.client.hlen(keys.running)).toBe(0)
  expect(await redis.client.keys(`${keys.seats}:*`)).toEqual([])
  const ttls = await Promise.all((await redis.client.keys(keys.run('*'))).map((key) => redis.client.pttl(key)))
  expect(ttls.filter((ttl) => ttl <= 0)).toEqual([])
})
