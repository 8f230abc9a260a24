import { afterAll, beforeAll, expect, test } from 'vitest'
import { processPlan } from '../testing/sandbox.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { receive, literalEngine, planRequest, startTestServer, testConfig, confirmationOf } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { keys } from './keys.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'

// Two hosted servers behind a proxy that alternates between them: sessions, confirmations, rates and quotas belong to
// the client, not to the server that responds.

let redis: TestRedis
let servers: readonly [TestServer, TestServer]
let worker: StartedWorker

beforeAll(async () => {
  redis = await startTestRedis()
  const queue = ['--queue', redis.url]
  const hosted = ['--hosted', '--token', '', '--allowed-hosts', '127.0.0.1', '--trusted-proxies', '127.0.0.0/8']
  const bounds = ['--requests-per-minute', '12', '--runs-per-minute', '3', '--client-pending-runs', '2']
  const flags = [...queue, ...hosted, ...bounds, '--client-shares', '3', '--share-store', 'memory']
  servers = [await startTestServer(flags), await startTestServer(flags)]
  // Hosted workers require control groups, which tests cannot create on every machine, and this test does not need
  // them.
  await redis.client.del(keys.hosted)
  worker = await startWorker(testConfig([...queue, '--runs-at-once', '2']), () => literalEngine)
}, 60_000)
afterAll(async () => {
  await worker?.close()
  await Promise.all((servers ?? []).map((server) => server.close()))
  await redis?.close()
})

/** A client of the proxy, whose requests alternate between the servers. */
function visitor(address: string) {
  let cookie = ''
  let turn = 0
  const send = async (method: string, path: string, body?: unknown, from = cookie): Promise<Response> => {
    const { origin } = servers[turn++ % 2 === 0 ? 0 : 1]
    const response = await fetch(origin + path, {
      method,
      headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': address, cookie: from },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const [given] = response.headers.getSetCookie()
    if (given !== undefined) cookie = given.slice(0, given.indexOf(';'))
    return response
  }
  const planned = async (script = 'echo ran') =>
    confirmationOf(
      await (
        await send(
          'POST',
          '/api/plan',
          planRequest({ plan: processPlan({ command: '/bin/sh', args: ['-c', script] }) }),
        )
      ).json(),
    )
  return { send, planned }
}

const codeOf = async (response: Response): Promise<string> => {
  const { error } = (await response.json()) as { error: { code: string } }
  return error.code
}

test('a session works at every server: no other session can read or cancel its run', async () => {
  const { send, planned } = visitor('203.0.113.1')
  const begun = await send('POST', '/api/run', await planned('echo up; sleep 60'))
  const id = begun.headers.get('x-run-id') ?? ''
  const received = await receive(begun, ({ event }) => event === 'stdout')
  expect(received.at(-1)?.data).toEqual({ text: 'up\n' })
  for (const stranger of ['', `rye_session=${'a'.repeat(32)}`]) {
    for (const method of ['GET', 'DELETE']) {
      const path = `/api/run/${id}${method === 'GET' ? '/events' : ''}`
      expect(await codeOf(await send(method, path, undefined, stranger))).toBe('run-unknown')
    }
  }
  expect((await send('DELETE', `/api/run/${id}`)).status).toBe(202)
  const rest = await receive(await send('GET', `/api/run/${id}/events`))
  expect(rest.at(-1)?.data).toMatchObject({ ending: { kind: 'cancelled' } })
})

test('a confirmation works at every server, once, for its client only', async () => {
  const { send, planned } = visitor('203.0.113.2')
  const confirmation = await planned()
  expect(await codeOf(await visitor('203.0.113.3').send('POST', '/api/run', confirmation))).toBe('confirmation-missing')
  const received = await receive(await send('POST', '/api/run', confirmation))
  expect(received.at(-1)?.data).toMatchObject({ output: { stdout: { text: 'ran\n' } } })
})

test('client_pending_runs applies across all servers: a further run replaces the oldest', async () => {
  const { send, planned } = visitor('203.0.113.4')
  const [oldest, second, third] = [await planned(), await planned(), await planned()]
  expect(await codeOf(await send('POST', '/api/run', oldest))).toBe('confirmation-missing')
  for (const confirmation of [second, third]) {
    const received = await receive(await send('POST', '/api/run', confirmation))
    expect(received.at(-1)?.data).toMatchObject({ success: true })
  }
})

test.for([
  { rate: 'requests_per_minute', most: 12, ask: (send: Send) => send('GET', `/api/run/${'0'.repeat(32)}/events`) },
  {
    rate: 'client_shares',
    most: 3,
    ask: (send: Send, at: number) => send('POST', '/api/shares', { snapshot: { at } }),
  },
])('$rate applies across all servers', async ({ rate, most, ask }) => {
  const { send } = visitor(`198.51.100.${rate.length}`)
  const statuses: number[] = []
  for (let at = 0; at < most + 2; at++) statuses.push((await ask(send, at)).status)
  expect(statuses.map((status) => status === 429)).toEqual([...Array<boolean>(most).fill(false), true, true])
})

test('runs_per_minute applies across all servers, and to each client separately', async () => {
  const { send, planned } = visitor('203.0.113.5')
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) {
    const response = await send('POST', '/api/run', await planned())
    statuses.push(response.status)
    await response.text()
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  const other = visitor('203.0.113.6')
  expect((await other.send('POST', '/api/run', await other.planned())).status).toBe(200)
})

type Send = ReturnType<typeof visitor>['send']
