import { afterAll, beforeAll, expect, test } from 'vitest'
import { processPlan } from '../testing/sandbox.ts'
import { errorOf } from '../testing/error-of.ts'
import { confirmedRun, receive, planRequest, startTestServer } from '../testing/server.ts'
import { readMessage } from '#core/run'
import type { TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([
    '--runs-at-once',
    '1',
    '--queue-length',
    '2',
    '--client-runs',
    '10',
    '--reconnect-seconds',
    '1',
    '--runs-per-minute',
    '1000',
  ])
})
afterAll(() => server.close())

const shell = (script: string) => ({ command: 'sh', args: ['-c', script] })

test('a confirmed plan runs with the events accepted, started, output and result', async () => {
  const response = await server.start(shell('cat a.txt; echo oops >&2; echo b > b.txt'), { '/project/a.txt': 'hello' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const received = await receive(response)
  expect(received[0]).toMatchObject({ id: 1, event: 'accepted', data: { position: 0 } })
  expect(received.map(({ event }) => event).filter((event) => event !== 'stderr')).toEqual([
    'accepted',
    'started',
    'trace',
    'stdout',
    'trace',
    'result',
  ])
  expect(received.find(({ event }) => event === 'stdout')?.data).toEqual({ text: 'hello' })
  const run = { step: 'run', primitive: 'execute', ending: 'exited', duration_ms: expect.any(Number) }
  expect(received.filter(({ event }) => event === 'trace').map(({ data }) => data)).toMatchObject([
    { step: 'resolve' },
    run,
  ])
  expect(received.at(-1)?.data).toEqual({
    success: true,
    data: { stdout: 'hello', stderr: 'oops\n', return_code: 0 },
    error: null,
    duration_ms: run.duration_ms,
    chain: [],
    metadata: { resolved_env_keys: ['PATH'], lockfile_used: false },
    trace: [expect.objectContaining({ step: 'resolve' }), run],
    ending: { kind: 'exited', return_code: 0 },
    output: {
      primitive: 'execute',
      stdout: { text: 'hello', bytes: 5, omitted_bytes: 0 },
      stderr: { text: 'oops\n', bytes: 5, omitted_bytes: 0 },
      changes: [{ path: '/project/b.txt', change: 'created', base64: 'Ygo=' }],
    },
    lockfile: { path: '/project/.ai/lockfiles/demo@0.0.0.lock.json', text: expect.any(String) },
  })
  // The protocol parses exactly the events that the server sends.
  for (const { event, data } of received) expect(readMessage('run event', { event, data })).toHaveProperty('value')
})

test('a failed run has no lockfile to store', async () => {
  const received = await receive(await server.start(shell('exit 3')))
  expect(received.at(-1)?.data).toMatchObject({
    success: false,
    ending: { kind: 'exited', return_code: 3 },
    lockfile: null,
  })
})

test.for([
  { said: '{"success": false, "error": "no such city"}', error: 'no such city' },
  { said: '{"success": false, "error": {"code": 7}}', error: { code: 7 } },
])(
  'R14.1: exit code 0 with $said is a failure with its own error and writes no lockfile (R11.3)',
  async ({ said, error }) => {
    const received = await receive(await server.start(shell(`echo '${said}'`)))
    expect(received.at(-1)?.data).toMatchObject({
      success: false,
      error,
      ending: { kind: 'exited', return_code: 0 },
      lockfile: null,
    })
  },
)

test('a plan that differs from the confirmed plan is shown, not run', async () => {
  const one = await confirmedRun(server.send, processPlan(shell('echo one')))
  const two = await confirmedRun(server.send, processPlan(shell('echo two')))
  const response = await server.send('POST', '/api/run', { ...two, digest: one.digest })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    error: { code: 'plan-differs' },
    plan: { args: ['-c', 'echo two'] },
    digest: two.digest,
  })
})

test('other code under the confirmed command is not run', async () => {
  const plan = processPlan(shell('cat a.txt'))
  const read = await confirmedRun(server.send, plan, { '/project/a.txt': 'what was read' })
  const other = await confirmedRun(server.send, plan, { '/project/a.txt': 'something else' })
  const response = await server.send('POST', '/api/run', { nonce: other.nonce, digest: read.digest })
  expect([response.status, await errorOf(response)]).toEqual([409, 'plan-differs'])
})

test('a confirmation is used once', async () => {
  const word = await confirmedRun(server.send, processPlan(shell('true')))
  await receive(await server.send('POST', '/api/run', word))
  const again = await server.send('POST', '/api/run', word)
  expect([again.status, await errorOf(again)]).toEqual([403, 'confirmation-missing'])
})

test('of three simultaneous requests with one confirmation, only one starts a run', async () => {
  const word = await confirmedRun(server.send, processPlan(shell('echo once')))
  const answers = await Promise.all([1, 2, 3].map(() => server.send('POST', '/api/run', word)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  await Promise.all(answers.map((answer) => answer.text()))
})

test('one run needs one upload and one analysis', async () => {
  const analyses = async (): Promise<number> => {
    const text = await (await server.send('GET', '/metrics')).text()
    return Number(/^rye_analyses_total (\d+)$/m.exec(text)?.[1])
  }
  const before = await analyses()
  const word = await confirmedRun(server.send, processPlan(shell('true')), { '/project/a.txt': 'x'.repeat(10_000) })
  await receive(await server.send('POST', '/api/run', word))
  expect(await analyses()).toBe(before + 1)
  expect(JSON.stringify(word).length).toBeLessThan(200)
})

test('an item without a plan has findings and no confirmation', async () => {
  const answer = await server.send('POST', '/api/plan', planRequest({ plan: null }))
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { protocol: 1, plan: null, digest: null, nonce: null, diagnostics: [{ code: 'item-not-found' }] },
  ])
})

test.for([
  ['/api/plan', 'not JSON', '{'],
  ['/api/plan', 'a list', '[]'],
  ['/api/plan', 'a missing required field', '{}'],
  [
    '/api/plan',
    'parameters that are not an object',
    '{"workspace":{},"item_id":"a","dialect":"lillux","parameters":[]}',
  ],
  ['/api/plan', 'an ID that is not text', '{"workspace":{},"item_id":1,"dialect":"lillux"}'],
  ['/api/run', 'not JSON', '{'],
  ['/api/run', 'a missing confirmation', '{"nonce":"x"}'],
  ['/api/run', 'the previous format', '{"workspace":{},"plan_digest":"","confirmation":""}'],
] as const)('a body for %s is refused: %s', async ([path, , body]) => {
  const response = await server.send('POST', path, body)
  expect([response.status, await errorOf(response)]).toEqual([400, 'body-unreadable'])
})

test('a request with a different protocol version is refused', async () => {
  const response = await server.send('POST', '/api/plan', { ...planRequest({ plan: null }), protocol: 2 })
  expect([response.status, await errorOf(response)]).toEqual([400, 'protocol-unknown'])
})

test('pending_bytes: a single run above the limit is refused', async () => {
  const small = await startTestServer(['--pending-bytes', '5000'])
  const files = { '/project/a.txt': 'x'.repeat(6000) }
  const response = await small.send('POST', '/api/plan', planRequest({ plan: processPlan({}), files }))
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({
    error: { code: 'run-too-large', message: expect.stringContaining('pending_bytes') },
  })
  await small.close()
})

test('a client that reconnects gets the events after its last event', async () => {
  const first = await receive(await server.start(shell('echo a; sleep 0.7; echo b')), ({ event }) => event === 'stdout')
  const id = String(first[0]?.data['id'])
  const rest = await receive(
    await server.send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(first.at(-1)?.id) }),
  )
  expect(rest.map(({ event, data }) => [event, data['text']])).toEqual([
    ['stdout', 'b\n'],
    ['trace', undefined],
    ['result', undefined],
  ])
  expect(rest[0]?.id).toBe((first.at(-1)?.id ?? 0) + 1)
  const whole = await receive(await server.send('GET', `/api/run/${id}/events`))
  expect(whole.map((event) => event.id)).toEqual(whole.map((_, index) => index + 1))
  const nothing = await receive(
    await server.send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(whole.length) }),
  )
  expect(nothing).toEqual([])
})

test('DELETE cancels a run', async () => {
  const response = await server.start(shell('echo up; sleep 60'))
  const id = response.headers.get('x-run-id') ?? ''
  const hearing = receive(response)
  setTimeout(() => void server.send('DELETE', `/api/run/${id}`), 300)
  expect((await hearing).at(-1)?.data).toMatchObject({ success: false, ending: { kind: 'cancelled' } })
})

test('closing the page cancels the run, after the time to reconnect', async () => {
  const first = await receive(await server.start(shell('echo up; sleep 60')), ({ event }) => event === 'stdout')
  const began = performance.now()
  await expect
    .poll(
      async () =>
        ((await (await fetch(`${server.origin}/api/health`)).json()) as { queue: { running: number } }).queue.running,
      { timeout: 5000 },
    )
    .toBe(0)
  expect(performance.now() - began).toBeGreaterThan(500)
  const late = await receive(await server.send('GET', `/api/run/${String(first[0]?.data['id'])}/events`))
  expect(late.at(-1)?.data).toMatchObject({ success: false, ending: { kind: 'cancelled' } })
})

test('waiting runs report their position, and a full queue is reported', async () => {
  const running = await server.start(shell('sleep 1'))
  const waiting = [await server.start(shell('echo 1')), await server.start(shell('echo 2'))]
  const word = await confirmedRun(server.send, processPlan(shell('echo 3')))
  const busy = await server.send('POST', '/api/run', word)
  expect(busy.status).toBe(503)
  expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await errorOf(busy)).toBe('busy')
  const [first, second] = await Promise.all(waiting.map((response) => receive(response)))
  await receive(running)
  expect(first?.[0]).toMatchObject({ event: 'accepted', data: { position: 0 } })
  expect(second?.[0]).toMatchObject({ event: 'accepted', data: { position: 1 } })
  expect(second?.[1]).toMatchObject({ event: 'queued', data: { position: 0 } })
  expect(second?.at(-1)?.data).toMatchObject({ output: { stdout: { text: '2\n' } } })
  // A second attempt needs no second upload.
  const third = await receive(await server.send('POST', '/api/run', word))
  expect(third.at(-1)?.data).toMatchObject({ output: { stdout: { text: '3\n' } } })
})

test('an unknown run is not found', async () => {
  for (const [method, path] of [
    ['GET', '/api/run/abc/events'],
    ['DELETE', '/api/run/abc'],
  ] as const) {
    const response = await server.send(method, path)
    expect([response.status, await errorOf(response)]).toEqual([404, 'run-unknown'])
  }
})

test('the HTTP primitive is off until hosts are allowed', async () => {
  const plan = {
    ...({
      primitive: 'http_client',
      method: 'GET',
      url: 'http://example.org/',
      headers: {},
      body: null,
      auth: null,
    } as const),
    ...({ retry: { max_attempts: 1, backoff: 'none' }, timeout: 5, mode: 'sync' } as const),
  }
  const received = await receive(await server.start(plan))
  expect(received.at(-1)?.data).toMatchObject({
    success: false,
    error: expect.stringContaining('--http-allow'),
    ending: { kind: 'not-started', reason: expect.stringContaining('--http-allow') },
  })
})

test('metrics count runs and analyses', async () => {
  const text = await (await server.send('GET', '/metrics')).text()
  expect(text).toMatch(/rye_runs_total\{primitive="execute",ending="exited"\} [1-9]/)
  expect(text).toMatch(/rye_analyses_total [1-9]/)
  expect(text).toContain('rye_queue_waiting 0')
})
