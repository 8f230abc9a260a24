import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmedRun, digestOf, hear, processPlan, startTestServer } from '../testing/server.ts'
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
const errorOf = async (response: Response): Promise<unknown> => {
  const { error } = (await response.json()) as { error: { code: string; message: string; hint: string } }
  expect([error.message, error.hint].map((text) => text.length > 0)).toEqual([true, true])
  return error.code
}

test('a confirmed plan runs: accepted, started, output as it comes, result', async () => {
  const response = await server.start(shell('cat a.txt; echo oops >&2; echo b > b.txt'), { '/project/a.txt': 'hello' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const heard = await hear(response)
  expect(heard[0]).toMatchObject({ id: 1, event: 'accepted', data: { position: 0 } })
  expect(heard.map(({ event }) => event).filter((event) => event !== 'stderr')).toEqual([
    'accepted',
    'started',
    'trace',
    'stdout',
    'result',
  ])
  expect(heard.find(({ event }) => event === 'stdout')?.data).toEqual({ text: 'hello' })
  expect(heard.at(-1)?.data).toMatchObject({
    outcome: {
      ending: { kind: 'exited', return_code: 0 },
      stdout: { text: 'hello', bytes: 5, omitted_bytes: 0 },
      stderr: { text: 'oops\n' },
      changes: [{ path: '/project/b.txt', change: 'created', base64: 'Ygo=' }],
    },
    lockfile: { path: '/project/.ai/lockfiles/demo@0.0.0.lock.json' },
  })
})

test('a failure brings no lockfile to keep', async () => {
  const heard = await hear(await server.start(shell('exit 3')))
  expect(heard.at(-1)?.data).toMatchObject({ outcome: { ending: { kind: 'exited', return_code: 3 } }, lockfile: null })
})

test('another plan than the one confirmed is not run but shown', async () => {
  const body = await confirmedRun(server.send, processPlan(shell('echo one')))
  const changed = { ...body, workspace: { plan: processPlan(shell('echo two')) } }
  const response = await server.send('POST', '/api/run', changed)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    error: { code: 'plan-differs' },
    plan: { args: ['-c', 'echo two'] },
    digest: digestOf(processPlan(shell('echo two'))),
  })
})

test('a confirmation is used once', async () => {
  const body = await confirmedRun(server.send, processPlan(shell('true')))
  await hear(await server.send('POST', '/api/run', body))
  const again = await server.send('POST', '/api/run', body)
  expect([again.status, await errorOf(again)]).toEqual([403, 'confirmation-missing'])
})

test('a confirmation is for one digest and one level', async () => {
  const one = await confirmedRun(server.send, processPlan(shell('echo 1')))
  const two = await confirmedRun(server.send, processPlan(shell('echo 2')))
  const mixed = await server.send('POST', '/api/run', { ...one, confirmation: two['confirmation'] })
  expect([mixed.status, await errorOf(mixed)]).toEqual([403, 'confirmation-missing'])
  const level = await server.send('POST', '/api/confirmations', { plan_digest: 'x', sandbox_level: 'reduced' })
  expect([level.status, await errorOf(level)]).toEqual([409, 'level-differs'])
})

test('an item without a plan is answered with its diagnostics', async () => {
  const body = { ...(await confirmedRun(server.send, processPlan({}))), workspace: { plan: null } }
  const response = await server.send('POST', '/api/run', body)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ error: { code: 'no-plan' }, diagnostics: [{ code: 'item-not-found' }] })
})

test.for([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['nothing of what is needed', '{}'],
  [
    'parameters that are no object',
    '{"workspace":{},"item_id":"a","dialect":"lillux","plan_digest":"","confirmation":"","parameters":[]}',
  ],
  ['an id that is no text', '{"workspace":{},"item_id":1,"dialect":"lillux","plan_digest":"","confirmation":""}'],
] as const)('a body that is %s is refused', async ([, body]) => {
  const response = await server.send('POST', '/api/run', body)
  expect([response.status, await errorOf(response)]).toEqual([400, 'body-unreadable'])
})

test('a listener that lost the stream hears the rest by the last event it heard', async () => {
  const first = await hear(await server.start(shell('echo a; sleep 0.7; echo b')), ({ event }) => event === 'stdout')
  const id = String(first[0]?.data['id'])
  const rest = await hear(
    await server.send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(first.at(-1)?.id) }),
  )
  expect(rest.map(({ event, data }) => [event, data['text']])).toEqual([
    ['stdout', 'b\n'],
    ['result', undefined],
  ])
  expect(rest[0]?.id).toBe((first.at(-1)?.id ?? 0) + 1)
  const whole = await hear(await server.send('GET', `/api/run/${id}/events`))
  expect(whole.map((event) => event.id)).toEqual(whole.map((_, index) => index + 1))
  const nothing = await hear(
    await server.send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(whole.length) }),
  )
  expect(nothing).toEqual([])
})

test('DELETE cancels a run', async () => {
  const response = await server.start(shell('echo up; sleep 60'))
  const id = response.headers.get('x-run-id') ?? ''
  const hearing = hear(response)
  setTimeout(() => void server.send('DELETE', `/api/run/${id}`), 300)
  expect((await hearing).at(-1)?.data).toMatchObject({ outcome: { ending: { kind: 'cancelled' } } })
})

test('closing the page cancels, after the time in which it may come back', async () => {
  const first = await hear(await server.start(shell('echo up; sleep 60')), ({ event }) => event === 'stdout')
  const began = performance.now()
  await expect
    .poll(
      async () =>
        ((await (await fetch(`${server.origin}/api/health`)).json()) as { queue: { running: number } }).queue.running,
      { timeout: 5000 },
    )
    .toBe(0)
  expect(performance.now() - began).toBeGreaterThan(500)
  const late = await hear(await server.send('GET', `/api/run/${String(first[0]?.data['id'])}/events`))
  expect(late.at(-1)?.data).toMatchObject({ outcome: { ending: { kind: 'cancelled' } } })
})

test('waiting runs know their position, and a full queue says so', async () => {
  const running = await server.start(shell('sleep 1'))
  const waiting = [await server.start(shell('echo 1')), await server.start(shell('echo 2'))]
  const busy = await server.start(shell('echo 3'))
  expect(busy.status).toBe(503)
  expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await errorOf(busy)).toBe('busy')
  const [first, second] = await Promise.all(waiting.map((response) => hear(response)))
  await hear(running)
  expect(first?.[0]).toMatchObject({ event: 'accepted', data: { position: 0 } })
  expect(second?.[0]).toMatchObject({ event: 'accepted', data: { position: 1 } })
  expect(second?.[1]).toMatchObject({ event: 'queued', data: { position: 0 } })
  expect(second?.at(-1)?.data).toMatchObject({ outcome: { stdout: { text: '2\n' } } })
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

test('the HTTP primitive is off until hosts are named', async () => {
  const plan = {
    ...({
      primitive: 'http_client',
      method: 'GET',
      url: 'http://example.org/',
      headers: {},
      body: null,
      auth: null,
    } as const),
    ...({ retry: null, timeout: 5, mode: 'sync' } as const),
  }
  const heard = await hear(await server.start(plan))
  expect(heard.at(-1)?.data).toMatchObject({
    outcome: { ending: { kind: 'not-started', reason: expect.stringContaining('--http-allow') } },
  })
})

test('metrics count what ran', async () => {
  const text = await (await server.send('GET', '/metrics')).text()
  expect(text).toMatch(/rye_runs_total\{primitive="execute",ending="exited"\} [1-9]/)
  expect(text).toContain('rye_queue_waiting 0')
})

test('a stopping server finishes what runs and reports what waits', async () => {
  const other = await startTestServer(['--runs-at-once', '1'])
  const running = await other.start(shell('sleep 0.8; echo finished'))
  const waiting = await other.start(shell('echo never'))
  const hearing = Promise.all([hear(running), hear(waiting)])
  await new Promise((resolve) => setTimeout(resolve, 200))
  await other.close()
  const [finished, dropped] = await hearing
  expect(finished.at(-1)?.data).toMatchObject({ outcome: { stdout: { text: 'finished\n' } } })
  expect(dropped.at(-1)?.data).toMatchObject({
    outcome: { ending: { kind: 'not-started', reason: expect.stringContaining('stopping') } },
  })
})
