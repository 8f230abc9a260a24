import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpPlan } from '../plan.ts'
import { processPlan } from '../testing/sandbox.ts'
import { startService, type Service } from '../testing/http-service.ts'
import { confirmedRun, receive, literalEngine, startTestServer, type TestServer } from '../testing/server.ts'
import { readOutput, type OutputTask } from './read-output.ts'

// Long output is parsed on an engine thread. This test does the work of that thread; analysis-pool.test.ts tests the
// real thread.

const asked: OutputTask[] = []
let servers: readonly TestServer[]
let service: Service
/** Long JSON with a number that a double cannot represent, short JSON, and more events than the server streams. */
const answers: Readonly<Record<string, string>> = {
  '/long': `[${'1.50, '.repeat(5_000)}12345678901234567891]`,
  '/short': '{"a": 1}',
  '/events': 'data: x\r\r'.repeat(12_000),
}
beforeAll(async () => {
  service = await startService(({ url = '' }, response) => response.end(answers[url]))
  const noted = (task: OutputTask) => {
    asked.push(task)
    return readOutput(task)
  }
  const broken = () => Promise.reject(new Error('the thread ended'))
  const engines = [literalEngine, { ...literalEngine, readOutput: noted }, { ...literalEngine, readOutput: broken }]
  servers = await Promise.all(
    engines.map((engine) => startTestServer(['--http-allow-private', `127.0.0.1:${service.port}`], engine)),
  )
}, 60_000)
afterAll(() => Promise.all([...servers, service].map((part) => part.close())))

async function resultOf({ send }: TestServer, script: string): Promise<unknown> {
  const plan = processPlan({ command: '/bin/sh', args: ['-c', script] })
  const events = await receive(await send('POST', '/api/run', await confirmedRun(send, plan)))
  // Two runs have different times, and only the first one writes a new lockfile.
  const { duration_ms: _took, trace: _steps, lockfile: _at, ...result } = events.at(-1)?.data as Record<string, unknown>
  return result
}

test('long output has the same result with a thread, without one, and after a thread failure', async () => {
  const script = `printf left > /project/left; printf '[' ; printf '1.5,%.0s' $(seq 5000); printf '21]'`
  const results = await Promise.all(servers.map((server) => resultOf(server, script)))
  expect(results[0]).toMatchObject({
    success: true,
    data: [...Array.from({ length: 5000 }, () => 1.5), 21],
    output: { changes: [{ path: '/project/left', base64: Buffer.from('left').toString('base64') }] },
  })
  expect(results.slice(1)).toEqual([results[0], results[0]])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.outcome).not.toHaveProperty('changes')
})

test('short output is parsed without a thread', async () => {
  asked.length = 0
  expect(await resultOf(servers[1]!, 'echo 1')).toMatchObject({ data: 1 })
  expect(asked).toEqual([])
})

const request = (path: string, mode: HttpPlan['mode'] = 'sync'): HttpPlan => ({
  ...({
    primitive: 'http_client',
    method: 'GET',
    url: `http://127.0.0.1:${service.port}${path}`,
    headers: {},
  } as const),
  ...({ body: null, auth: null, retry: { max_attempts: 1, backoff: 'none' }, timeout: null, mode } as const),
})

async function eventsOf({ send }: TestServer, plan: HttpPlan) {
  return receive(await send('POST', '/api/run', await confirmedRun(send, plan)))
}

test('a long response is parsed on a thread, and its numbers stay exact', async () => {
  asked.length = 0
  const results = await Promise.all(servers.map((server) => eventsOf(server, request('/long'))))
  for (const events of results)
    expect(events.at(-1)?.data).toMatchObject({ success: true, output: { attempts: 1, body: { length: 5_001 } } })
  expect(asked).toHaveLength(1)
  const { written } = await readOutput(asked[0]!)
  expect(written.before).toContain(',12345678901234567891]')
})

test('a short response is decoded without a thread', async () => {
  asked.length = 0
  expect((await eventsOf(servers[1]!, request('/short'))).at(-1)?.data).toMatchObject({ data: { body: { a: 1 } } })
  expect(asked).toEqual([])
})

test('a stream sends at most as many events as a page can show, and the result contains all events', async () => {
  asked.length = 0
  const events = await eventsOf(servers[1]!, request('/events', 'stream'))
  expect(events.filter(({ event }) => event === 'data')).toHaveLength(10_000)
  expect(events.at(-1)?.data).toMatchObject({ data: { body: { length: 12_000 } } })
  expect(asked).toHaveLength(1)
})
