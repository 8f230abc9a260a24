import { createHash } from 'node:crypto'
import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { endedRun } from '../run/result-message.ts'
import { processPlan } from '../testing/sandbox.ts'
import { confirmedRun, receive, literalEngine, startTestServer, testConfig } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { bullPrefix, keys, queueName } from './keys.ts'
import { lostResult } from './lost-run.ts'
import { RunStore } from './run-store.ts'
import { unpackHead } from './waiting-run.ts'
import { levelProblem } from './worker.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'

// R14: each run starts at most once, and always ends. The test simulates the lost process: it takes a run and
// disappears, or accepts a run and does not put it on the queue. Redis and the servers are real.

let redis: TestRedis
let servers: readonly [TestServer, TestServer]
let store: RunStore
const workers: StartedWorker[] = []
const full = { level: 'full', hosted: false } as const
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const shell = (script: string) => processPlan({ command: '/bin/sh', args: ['-c', script] })

beforeAll(async () => {
  redis = await startTestRedis()
  const flags = ['--queue', redis.url, '--client-runs', '3', '--runs-per-minute', '1000']
  servers = [await startTestServer(flags), await startTestServer(flags)]
  store = new RunStore(redis.client, servers[0].running.host.config, { seen: 0, saw: () => {} })
}, 60_000)
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await redis.close()
})

async function oneWorker(): Promise<void> {
  const config = testConfig(['--queue', redis.url, '--runs-at-once', '2'])
  workers.push(await startWorker(config, () => literalEngine))
}

/** Start a run; returns its ID and the events that its client receives. */
async function begun(
  script: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly id: string; readonly received: ReturnType<typeof receive> }> {
  const response = await servers[0].send('POST', '/api/run', await confirmedRun(servers[0].send, shell(script), files))
  return { id: response.headers.get('x-run-id') ?? '', received: receive(response) }
}

test('worker-lost: a run whose worker disappears ends with that error and its partial output, and is not retried', async () => {
  const { id, received } = await begun('echo never')
  expect(await store.take(id, 'gone', 'mark', full)).toMatchObject({ kind: 'taken' })
  await store.append(id, 'mark', { first: 1, events: [{ event: 'stdout', data: { text: 'half of ' } }] })
  await store.append(id, 'mark', { first: 2, events: [{ event: 'stdout', data: { text: 'it' } }] })
  await oneWorker()
  const events = await received
  expect(events.map(({ event }) => event).filter((event) => event !== 'queued')).toEqual([
    ...['accepted', 'started', 'stdout', 'stdout', 'result'],
  ])
  expect(events.at(-1)?.data).toMatchObject({
    success: false,
    error: 'stopped: the worker was lost',
    ending: { kind: 'worker-lost' },
    output: { stdout: { text: 'half of it', bytes: 10 } },
  })
})

test('duplicates change nothing: one marker, each event once, one ending', async () => {
  const { id, received } = await begun('echo never')
  const taken = await Promise.all(['a', 'b', 'c'].map((token) => store.take(id, `worker ${token}`, token, full)))
  expect(taken.map(({ kind }) => kind).sort()).toEqual(['over', 'over', 'taken'])
  const { token } = (await store.facts(id)) ?? { token: '' }
  // The same command again, because its reply was lost with the connection.
  expect(await store.take(id, `worker ${token}`, token, full)).toMatchObject({ kind: 'taken' })
  const once = { first: 1, events: [{ event: 'stdout', data: { text: 'once' } }] } as const
  expect([await store.append(id, token, once), await store.append(id, token, once)]).toEqual([true, true])
  expect(await store.append(id, 'another', { ...once, first: 2 })).toBe(false)
  const result = await endedRun(await lostResult(unpackHead(await store.head(id)), { stdout: 'once', stderr: '' }))
  const ends = [await store.end({ id, token: 'another' }, result, null), await store.end({ id, token }, result, 5)]
  expect([...ends, await store.end({ id, token }, result, 5)]).toEqual([false, true, false])
  const events = await received
  expect(events.filter(({ event }) => event === 'stdout')).toHaveLength(1)
  expect(events.filter(({ event }) => event === 'result')).toHaveLength(1)
})

test('a worker skips a run that requires more than the worker offers', async () => {
  const { id, received } = await begun('echo ran')
  expect(await store.take(id, 'weak', 'weak', { level: 'reduced', hosted: false })).toEqual({ kind: 'later' })
  expect(await redis.client.hget(keys.run(id), 'state')).toBe('waiting')
  await oneWorker()
  expect((await received).at(-1)?.data).toMatchObject({ output: { stdout: { text: 'ran\n' } } })
})

test('a run damaged in transit is refused with a reason: unreadable, or changed', async () => {
  const [garbage, changed] = [
    await begun('echo never'),
    await begun('cat /project/a', { '/project/a': 'as confirmed' }),
  ]
  await redis.client.hset(keys.run(garbage.id), 'head', 'not even JSON')
  const files = (await redis.client.hget(keys.run(changed.id), 'files')) ?? ''
  const other = files.replace(base64('as confirmed'), base64('as changed later!'))
  expect(other).not.toBe(files)
  await redis.client.hset(keys.run(changed.id), 'files', other)
  await oneWorker()
  const ending = { kind: 'not-started', reason: 'The worker received damaged data for this run.' }
  for (const { received } of [garbage, changed])
    expect((await received).at(-1)?.data).toMatchObject({ success: false, ending })
})

test('if a server is lost before its run starts, the confirmation works once at another server', async () => {
  const word = await confirmedRun(servers[0].send, shell('echo ran'))
  const id = createHash('sha256').update(`run of ${word.nonce}`).digest('hex').slice(0, 32)
  // The step that the lost server completed.
  expect(await store.accept(id, { client: '127.0.0.1', session: null, digest: word.digest, level: 'full' }, 0)).toEqual(
    {
      ...{ kind: 'accepted', turn: 1 },
    },
  )
  await oneWorker()
  const answers = await Promise.all([
    servers[1].send('POST', '/api/run', word),
    servers[1].send('POST', '/api/run', word),
  ])
  for (const received of await Promise.all(answers.map((answer) => receive(answer)))) {
    expect(received.filter(({ event }) => event === 'started')).toHaveLength(1)
    expect(received.at(-1)?.data).toMatchObject({ success: true, output: { stdout: { text: 'ran\n' } } })
  }
})

test('a run that no server follows is not started until a server follows it again', async () => {
  const config = { ...servers[0].running.host.config, reconnect_seconds: 1 }
  const brief = new RunStore(redis.client, config, { seen: 0, saw: () => {} })
  const word = await confirmedRun(servers[0].send, shell('echo never'))
  const id = createHash('sha256').update(`run of ${word.nonce}`).digest('hex').slice(0, 32)
  const asked = { client: '127.0.0.1', session: null, digest: word.digest, level: 'full' } as const
  expect(await brief.accept(id, asked, 0)).toMatchObject({ kind: 'accepted' })
  await expect.poll(() => brief.isFollowed(id)).toBe(false)
  expect([await brief.take(id, 'w', 't', full), await brief.take(id, 'w', 't', full)]).toEqual([
    { kind: 'unfollowed', times: 1 },
    { kind: 'unfollowed', times: 2 },
  ])
  await brief.recordFollower(id)
  expect(await brief.take(id, 'w', 't', full)).toMatchObject({ kind: 'taken' })
  await brief.end({ id, token: 't' }, await endedRun(await lostResult(undefined, { stdout: '', stderr: '' })), null)
})

test('client_runs applies across all servers', async () => {
  const runs = [await begun('true'), await begun('true'), await begun('true')]
  const word = await confirmedRun(servers[1].send, shell('true'))
  const busy = await servers[1].send('POST', '/api/run', word)
  expect([busy.status, await busy.json()]).toMatchObject([503, { error: { code: 'busy' } }])
  await oneWorker()
  for (const { received } of runs) expect((await received).at(-1)?.data).toMatchObject({ success: true })
  // The nonce is still valid.
  const received = await receive(await servers[1].send('POST', '/api/run', word))
  expect(received.at(-1)?.data).toMatchObject({ success: true })
})

test('the runs of a flooding client wait for each other, and another client gets its turn', async () => {
  const config = { ...servers[0].running.host.config, client_runs: 100 }
  const plenty = new RunStore(redis.client, config, { seen: 0, saw: () => {} })
  const turnOf = async (client: string, at: number): Promise<number> => {
    const [id, asked] = [`${client}-${at}`, { client, session: null, digest: 'd', level: 'full' } as const]
    await plenty.keep(id, asked, { head: '{}', files: '', shared: null })
    const accepted = await plenty.accept(id, asked, 0)
    return accepted.kind === 'accepted' ? accepted.turn : Number.NaN
  }
  const flood = []
  for (let at = 0; at < 6; at++) flood.push(await turnOf('flood', at))
  expect([...flood, await turnOf('other', 0), await turnOf('other', 1)]).toEqual([1, 2, 3, 4, 5, 6, 1, 2])
  await redis.client.del(keys.seats, `${keys.seats}:flood`, `${keys.seats}:other`)
})

test('a full Redis (maxmemory) is reported, loses no runs, and accepts runs again when it has free memory', async () => {
  await oneWorker()
  const { id, received } = await begun('echo before; sleep 1; echo after')
  await expect.poll(() => redis.client.hget(keys.run(id), 'state'), { timeout: 10_000 }).not.toBe('waiting')
  await redis.client.config('SET', 'maxmemory', '1mb')
  const refused = await servers[0].send('POST', '/api/plan', {
    ...{ protocol: 1, workspace: { plan: shell('true') }, item_id: 'demo', parameters: {}, dialect: 'lillux' },
  })
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { error: { code: 'queue-unreachable', message: 'The queue is full (maxmemory of its Redis server).' } },
  ])
  expect((await received).at(-1)).toMatchObject({ event: 'result', data: { ending: { kind: 'exited' } } })
  await redis.client.config('SET', 'maxmemory', '0')
  const again = await begun('true')
  expect((await again.received).at(-1)?.data).toMatchObject({ success: true })
})

test('a worker with too low a level for its queue does not start, and reports the reason', async () => {
  const { host } = servers[0].running
  const place = { url: redis.url, onError: () => {} }
  expect(await levelProblem(place, { ...host, report: { ...host.report, level: 'reduced' } })).toMatch(
    /^This queue requires sandbox level full, but runs on this machine have level reduced\./,
  )
  expect(await levelProblem(place, { ...host, report: { ...host.report, level: 'full' } })).toBeUndefined()
})

test('only hosted workers serve the queue of a hosted server, and run nothing without control groups', async () => {
  const { host } = servers[0].running
  const place = { url: redis.url, onError: () => {} }
  await oneWorker()
  const hostedServer = await startTestServer(['--queue', redis.url, '--hosted', '--allowed-hosts', 'play.example.org'])
  try {
    const refused = await levelProblem(place, host)
    expect(refused).toMatch(/^A hosted server uses this queue, .*control groups.* Start the worker with --hosted/)
    await expect(oneWorker()).rejects.toThrow('A hosted server uses this queue')
    expect(await levelProblem(place, { ...host, config: { ...host.config, hosted: true } })).toBeUndefined()
    // The worker that was already running leaves new runs to other workers.
    const { id, received } = await begun('echo unbounded')
    const queue = new Queue(queueName, { connection: redis.client, prefix: bullPrefix })
    await expect.poll(() => queue.getDelayedCount(), { timeout: 10_000 }).toBe(1)
    await queue.close()
    expect(await redis.client.hget(keys.run(id), 'state')).toBe('waiting')
    await redis.client.del(keys.hosted)
    expect((await received).at(-1)).toMatchObject({ event: 'result', data: { success: true } })
  } finally {
    await redis.client.del(keys.hosted)
    await hostedServer.close()
  }
})

test('probes, metrics and the status page show the state of the queue', async () => {
  const [{ send }] = servers
  await expect.poll(async () => (await send('GET', '/readyz')).status, { timeout: 10_000 }).toBe(503)
  await oneWorker()
  await expect.poll(async () => (await send('GET', '/readyz')).status, { timeout: 10_000 }).toBe(200)
  expect(await (await send('GET', '/livez')).json()).toEqual({ status: 'alive' })
  const { received } = await begun('true')
  await received
  const metrics = await (await send('GET', '/metrics')).text()
  for (const line of [
    /^rye_queue_workers\{level="full"\} 1$/m,
    /^rye_queue_endings_total\{ending="exited"\} \d+$/m,
    /^rye_queue_wait_seconds_bucket\{le="\+Inf"\} \d+$/m,
    /^rye_queue_run_seconds_total\{ending="exited"\} [\d.]+$/m,
    /^rye_stream_lag_events 0$/m,
    /^rye_redis_errors_total 0$/m,
  ])
    expect(metrics).toMatch(line)
  const page = await (await fetch(`${servers[0].origin}/status`)).text()
  expect(page).toContain('Runs are accepted.')
  expect(page).toMatch(/worker-lost/)
  expect(page).not.toMatch(/127\.0\.0\.1/)
})
