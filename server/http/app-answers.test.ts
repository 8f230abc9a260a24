import { expect, test } from 'vitest'
import { memoryLimiter } from '../protocol/limiters.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { Metrics } from '../run/metrics.ts'
import type { RunService } from '../run/run-service.ts'
import type { Host } from '../engine/host.ts'
import { recordingHost, TRACE_ID, TRACEPARENT } from '../testing/recording-host.ts'
import { createApp } from './app.ts'

// The app of a test host. app.test.ts starts whole servers.

const NAME = 'a.example'

/** An app with another run service, and everything that it records. */
function app(flags: readonly string[] = [], more: Partial<Host> = {}, service: Partial<RunService> = {}) {
  const report = {
    level: 'full',
    missing: ['a reason'],
    hint: 'a hint',
    kernel_counts: true,
  } as unknown as Host['report']
  const names = ['--allowed-hosts', NAME, '--web-dir', '/nowhere']
  const noted = recordingHost([...names, ...flags], {
    report,
    token: null,
    version: '1.2.3',
    interpreters: [],
    ...more,
  })
  const rates: unknown[] = []
  let counted: Metrics | undefined
  let closings = 0
  const runService = {
    load: () => Promise.resolve({ waiting: 2, running: 1 }),
    close: () => Promise.resolve(void closings++),
    ...service,
  } as RunService
  const created = createApp(noted.host, {
    openRunService: (_host, metrics) => ((counted = metrics), runService),
    openLimiter: (rate) => (rates.push(rate), memoryLimiter(rate)),
  })
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    created.request(`http://${NAME}${path}`, { headers: { host: NAME, ...headers } })
  return { ...noted, rates, get, close: () => created.close(), closings: () => closings, metrics: () => counted }
}

test('requests and short links have the rate limits of the settings', () => {
  expect(app(['--requests-per-minute', '7', '--client-shares', '9']).rates).toEqual([
    { name: 'requests', points: 7, seconds: 60 },
    { name: 'shares', points: 9, seconds: 86_400 },
  ])
})

test.for([
  {
    error: new Error('private'),
    status: 500,
    code: 'server-fault',
    logged: { error: { message: 'private' }, msg: 'request failed' },
  },
  {
    error: new Refusal(409, 'differs', 'It differs.', ''),
    status: 409,
    code: 'differs',
    logged: { code: 'differs', msg: 'refused' },
  },
])('an error of a route is logged with its trace, and answered as $code', async ({ error, status, code, logged }) => {
  const { get, lines, metrics } = app([], { routes: { '/mcp': () => Promise.reject(error) } })
  const answer = await get('/mcp', { traceparent: TRACEPARENT })
  const text = await answer.text()
  expect([answer.status, JSON.parse(text)]).toMatchObject([status, { error: { code } }])
  expect(text).not.toContain('private')
  expect(lines).toMatchObject([{ trace_id: TRACE_ID, path: '/mcp', ...logged }])
  const counts = await metrics()?.registry.getSingleMetricAsString('rye_refusals_total')
  expect(counts?.includes('code="differs"} 1')).toBe(status === 409)
})

test('a request that the guard refuses is counted and logged with its trace', async () => {
  const { get, lines, metrics } = app()
  expect((await get('/', { host: 'other.example', traceparent: TRACEPARENT })).status).toBe(421)
  expect(lines).toEqual([{ trace_id: TRACE_ID, code: 'host-refused', msg: 'refused' }])
  const counts = await metrics()?.registry.getSingleMetricAsString('rye_refusals_total')
  expect(counts).toContain('code="host-refused"} 1')
})

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
}

test.for([
  ['/', [], undefined, undefined],
  ['/api/health', [], 'no-store', undefined],
  ['/metrics', [], 'no-store', undefined],
  ['/mcp/x', [], 'no-store', undefined],
  ['/apis', [], undefined, undefined],
  ['/', ['--hosted', '--token', ''], undefined, 'max-age=31536000'],
] as const)('%s has the security headers, with the flags %j', async ([path, flags, cache, transport]) => {
  const headers = Object.fromEntries((await app(flags).get(path)).headers)
  expect(headers).toMatchObject({
    ...common,
    'content-security-policy': expect.stringContaining("default-src 'self'") as string,
  })
  expect([headers['cache-control'], headers['strict-transport-security']]).toEqual([cache, transport])
})

test('a route can allow caches to store its answer', async () => {
  const cached = () => new Response('x', { headers: { 'cache-control': 'private' } })
  const { get } = app([], { routes: { '/mcp': cached } })
  expect((await get('/mcp')).headers.get('cache-control')).toBe('private')
})

test("the frame has the host's policy", async () => {
  const { get } = app([], { frameCsp: 'sandbox allow-scripts; script-src x' })
  const { headers } = await get('/sandbox/frame.html')
  expect(headers.get('content-security-policy')).toBe('sandbox allow-scripts; script-src x')
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test.for([
  ['local', [], {}, 200],
  ['hosted', ['--hosted', '--token', ''], {}, 404],
  ['hosted with a token', ['--hosted', '--token', '', '--metrics-token', 't'], bearer('t'), 200],
  ['hosted with another token', ['--hosted', '--token', '', '--metrics-token', 't'], bearer('u'), 404],
  ['hosted without a token', ['--hosted', '--token', ''], bearer(''), 404],
] as const)('a metrics request has the expected status if the server is %s', async ([, flags, headers, status]) => {
  const answer = await app(flags).get('/metrics', headers)
  expect(answer.status).toBe(status)
  if (status !== 200) return
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(await answer.text()).toMatch(/^rye_queue_waiting 2$/m)
})

test('a name of this machine is accepted only by a local server', async () => {
  const status = async (flags: readonly string[]) => (await app(flags).get('/livez', { host: 'localhost' })).status
  const health = async (flags: readonly string[]) => {
    const { host } = app(flags)
    return (await createApp(host).request('http://localhost/api/health', { headers: { host: 'localhost' } })).status
  }
  expect([await status([]), await health([]), await health(['--hosted', '--token', ''])]).toEqual([200, 200, 421])
})

test('health reports the facts that a person needs before a run', async () => {
  const { get, host } = app(['--http-allow', 'x.example', '--http-allow-private', '127.0.0.1:1'])
  const { config } = host
  expect(await (await get('/api/health')).json()).toEqual({
    ...{ status: 'ok', version: '1.2.3', mode: 'local', limits: { ...config.limits } },
    sandbox: { level: 'full', may_run: true, kernel_counts: true, missing: ['a reason'], hint: 'a hint' },
    http: { hosts: ['x.example', '127.0.0.1:1'] },
    queue: { waiting: 2, running: 1, length: config.queue_length, at_once: config.runs_at_once },
    ...{ interpreters: [], share_bytes: config.share_bytes },
  })
  const hosted = await (await app(['--hosted', '--token', '']).get('/api/health')).json()
  expect(hosted).toMatchObject({ mode: 'hosted' })
})

test.for([
  ['/s/abcd', 302, '/#s.abcd'],
  [`/s/${'a'.repeat(64)}`, 302, `/#s.${'a'.repeat(64)}`],
  ['/s/abc', 404, null],
  [`/s/${'a'.repeat(65)}`, 404, null],
] as const)('%s is answered with the status %i and the location %s', async ([path, status, location]) => {
  const answer = await app().get(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
})

test("routes of other parts get a request's client", async () => {
  const asked: unknown[] = []
  const routes: Host['routes'] = { '/mcp': (request, client) => (asked.push([request.url, client]), new Response('x')) }
  expect(await (await app([], { routes }).get('/mcp')).text()).toBe('x')
  expect(asked).toEqual([[`http://${NAME}/mcp`, 'unknown']])
})

test('a closed app closes its runs, and is not ready', async () => {
  const { get, close, closings } = app([], {}, { status: () => Promise.resolve({ problem: null }) as never })
  expect([(await get('/readyz')).status, closings()]).toEqual([200, 0])
  await close()
  expect([(await get('/readyz')).status, closings()]).toEqual([503, 1])
})
