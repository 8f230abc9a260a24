import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpOutcome } from '#core/run'
import type { HttpPlan } from '../plan.ts'
import { limitsWith } from '../sandbox/limits.ts'
import { startService } from '../testing/http-service.ts'
import type { Service } from '../testing/http-service.ts'
import type { HttpReach } from './address.ts'
import { runHttp } from './http-client.ts'
import { outcomeOf } from './http-reply.ts'

let service: Service
let other: Service
let here: string
let failures = 0
beforeAll(async () => {
  other = await startService((_request, response) => response.end('other'))
  service = await startService((request, response, body) => {
    const path = request.url ?? ''
    const status = /^\/status\/(\d+)/.exec(path)?.[1]
    if (status !== undefined) response.writeHead(Number(status)).end('{"ok":false}')
    else if (path.startsWith('/to?')) response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end()
    else if (path === '/round') response.writeHead(307, { location: '/round' }).end()
    else if (path === '/large') response.end('x'.repeat(20_000))
    else if (path === '/bomb')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('y'.repeat(1_000_000)))
    else if (path === '/slow') setTimeout(() => response.end('late'), 5000)
    else if (path === '/trickle') {
      response.write('a')
      setTimeout(() => response.end('b'), 5000)
    } else if (path === '/flaky' && failures++ < 2) request.socket.destroy()
    else if (path === '/events')
      response.end('event: a\ndata: one\n\ndata: two\r\ndata: more\r\n\r\n: note\n\ndata:last')
    else if (path === '/odd-events') {
      // Split within a CRLF line ending, and within a multi-byte character.
      response.write('\uFEFFdata\n\ndata: a\ndata\ndata: b\n\ndatax: no\nid\nDATA: no\n\ndata:  two\r')
      response.end(Buffer.concat([Buffer.from('\ndata\r\r: note\r\nevent: e\r\n\r\ndata: é'), Buffer.from('\n\ndata')]))
    } else if (path === '/text') response.end('plain {text')
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-seen': '1' })
        .end(JSON.stringify({ method: request.method, body }))
  })
  here = `http://127.0.0.1:${service.port}`
})
afterAll(async () => {
  await service.close()
  await other.close()
})

const plan = (url: string, more: Partial<HttpPlan> = {}): HttpPlan => ({
  ...({ primitive: 'http_client', method: 'GET', url, headers: {}, body: null, auth: null } as const),
  ...({ retry: { max_attempts: 1, backoff: 'none' }, timeout: 30, mode: 'sync' } as const),
  ...more,
})
const run = async (what: HttpPlan, reach: Partial<HttpReach> = {}, waits: number[] = []): Promise<HttpOutcome> =>
  read(
    await runHttp(
      {
        reach: { allowed: [], allowedPrivate: [`127.0.0.1:${service.port}`, `127.0.0.1:${other.port}`], ...reach },
        limits: limitsWith({ response_bytes: 10_000 }),
        wait: (ms) => Promise.resolve(void waits.push(ms)),
      },
      { plan: what, signal: new AbortController().signal },
    ),
  )
/** The result of reading a structured clone, as a worker thread receives it. */
const read = (raw: Awaited<ReturnType<typeof runHttp>>): HttpOutcome => outcomeOf(structuredClone(raw)) as HttpOutcome

test.for([
  ['GET', { a: 1 }, ''],
  ['DELETE', { a: 1 }, ''],
  ['POST', { a: [1, 'é'] }, '{"a":[1,"é"]}'],
  ['PUT', 'text', '"text"'],
  ['PATCH', null, ''],
] as const)('R15.2 %s sends its body, if any, as JSON', async ([method, body, sent]) => {
  const outcome = await run(plan(`${here}/`, { method, body, headers: { 'X-Own': 'v' } }))
  expect(outcome).toMatchObject({
    ending: { kind: 'responded', status_code: 200 },
    body: { method, body: sent },
    attempts: 1,
  })
  const seen = service.requests.at(-1)?.headers
  expect([seen?.['x-own'], seen?.['content-type']]).toEqual(['v', sent === '' ? undefined : 'application/json'])
})

test.for([
  [{ type: 'bearer', token: 't0k' }, 'authorization', 'Bearer t0k'],
  [{ type: 'api_key', key: 'k3y', header: 'X-Key' }, 'x-key', 'k3y'],
] as const)('R15.2 the authentication %o is sent as a header', async ([auth, header, value]) => {
  await run(plan(`${here}/`, { auth }))
  expect(service.requests.at(-1)?.headers[header]).toBe(value)
})

test.for([200, 204, 399, 400, 404, 500] as const)('the status %i is reported unchanged', async (status_code) => {
  expect((await run(plan(`${here}/status/${status_code}`))).ending).toEqual({ kind: 'responded', status_code })
})

test('a body that is not JSON is text', async () => {
  expect((await run(plan(`${here}/text`))).body).toBe('plain {text')
})

test('stream mode collects the data of events', async () => {
  const received: string[] = []
  const reach = { allowed: [], allowedPrivate: [`127.0.0.1:${service.port}`] }
  const outcome = await runHttp(
    { reach, limits: limitsWith({}) },
    {
      plan: plan(`${here}/events`, { mode: 'stream' }),
      signal: new AbortController().signal,
      onEvent: (data) => received.push(data),
    },
  )
  expect(received).toEqual(['one', 'two\nmore', 'last'])
  expect(read(outcome).body).toEqual(received)
})

test('stream mode reads fields without a colon and any line ending, and skips lines without data', async () => {
  const outcome = await run(plan(`${here}/odd-events`, { mode: 'stream' }))
  expect(outcome.body).toEqual(['', 'a\n\nb', ' two\n', 'é', ''])
})

test('transport errors are retried with increasing delays', async () => {
  failures = 0
  const waits: number[] = []
  const outcome = await run(plan(`${here}/flaky`, { retry: { max_attempts: 3, backoff: 'exponential' } }), {}, waits)
  expect(outcome).toMatchObject({ ending: { kind: 'responded' }, attempts: 3 })
  expect(waits).toEqual([1000, 2000])
})

test('retries are limited, and a status code causes no retry', async () => {
  failures = -100
  const failed = await run(plan(`${here}/flaky`, { retry: { max_attempts: 2, backoff: 'exponential' } }), {
    allowedPrivate: ['127.0.0.1:1'],
  })
  expect(failed.ending.kind).toBe('not-started')
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const refused = await run(plan(`http://127.0.0.1:${port}/`, { retry: { max_attempts: 2, backoff: 'exponential' } }), {
    allowedPrivate: [`127.0.0.1:${port}`],
  })
  expect(refused).toMatchObject({ ending: { kind: 'failed' }, attempts: 2 })
  const status = await run(plan(`${here}/status/503`, { retry: { max_attempts: 5, backoff: 'exponential' } }))
  expect(status.attempts).toBe(1)
})

test.for(['/slow', '/trickle'] as const)('%s times out', async (path) => {
  const outcome = await run(plan(here + path, { timeout: 0.3 }))
  expect(outcome.ending).toEqual({ kind: 'timed-out', after_ms: 300 })
})

test('the limit wall_seconds includes all attempts', async () => {
  const retry = { max_attempts: 10, backoff: 'none' } as const
  const outcome = await runWithin(0.5, plan(`${here}/slow`, { timeout: 0.2, retry }))
  expect(outcome.ending).toEqual({ kind: 'timed-out', after_ms: 500 })
  expect(outcome.limit).toBe('wall_seconds')
  expect(outcome.attempts).toBeLessThan(10)
})

test('the limit wall_seconds includes the delays between attempts', async () => {
  failures = -100
  const retry = { max_attempts: 10, backoff: 'exponential' } as const
  const outcome = await runWithin(0.4, plan(`${here}/flaky`, { retry }))
  expect(outcome).toMatchObject({
    ending: { kind: 'timed-out', after_ms: 400 },
    limit: 'wall_seconds',
    attempts: 1,
  })
})

/** A run with a time limit in seconds and real delays. */
async function runWithin(wall_seconds: number, what: HttpPlan): Promise<HttpOutcome> {
  const reach = { allowed: [], allowedPrivate: [`127.0.0.1:${service.port}`] }
  const settings = { reach, limits: limitsWith({ wall_seconds }) }
  return read(await runHttp(settings, { plan: what, signal: new AbortController().signal }))
}

test('a run can be canceled', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 200)
  const reach = { allowed: [], allowedPrivate: [`127.0.0.1:${service.port}`] }
  const outcome = await runHttp(
    { reach, limits: limitsWith({}) },
    { plan: plan(`${here}/slow`), signal: controller.signal },
  )
  expect(outcome.ending).toEqual({ kind: 'cancelled' })
})

test.for(['/large', '/bomb'] as const)(
  '%s is truncated at response_bytes, counted after decompression',
  async (path) => {
    const outcome = await run(plan(here + path))
    expect(outcome).toMatchObject({ ending: { kind: 'output-limit', limit_bytes: 10_000 }, limit: 'response_bytes' })
    expect(String(outcome.body).length).toBe(10_000)
  },
)

test('redirects are followed up to a limit, and secrets stay with their origin', async () => {
  const auth = { type: 'bearer', token: 'secret' } as const
  const there = `http://127.0.0.1:${other.port}/`
  const outcome = await run(plan(`${here}/to?${encodeURIComponent(there)}`, { auth, headers: { cookie: 'c=1' } }))
  expect(outcome.body).toBe('other')
  const seen = other.requests.at(-1)?.headers
  expect([seen?.authorization, seen?.['cookie']]).toEqual([undefined, undefined])
  await run(plan(`${here}/to?${encodeURIComponent('/')}`, { auth }))
  expect(service.requests.at(-1)?.headers.authorization).toBe('Bearer secret')
  expect((await run(plan(`${here}/round`))).ending).toMatchObject({
    kind: 'not-started',
    reason: expect.stringContaining('redirects'),
  })
})

test.for([
  'http://evil.example/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:80/',
  'file:///etc/passwd',
  'http://0x7f000001/',
] as const)('a redirect to %s is refused', async (target) => {
  const outcome = await run(plan(`${here}/to?${encodeURIComponent(target)}`))
  expect(outcome.ending.kind).toBe('not-started')
})

test.for([
  ['not a URL', {}],
  ['ftp://example.org/', {}],
  ['http://user:pass@example.org/', {}],
  ['http://example.org.evil.example/', {}],
  ['http://sub.example.org/', {}],
  ['http://example.org:8080/', {}],
  ['http://127.0.0.1/', { allowed: ['127.0.0.1'] }],
  ['http://2130706433/', { allowed: ['127.0.0.1'] }],
  ['http://[::ffff:127.0.0.1]/', { allowed: ['[::ffff:7f00:1]'] }],
] as const)('%s receives no request', async ([url, reach]) => {
  const outcome = await run(plan(url), { allowed: ['example.org'], ...reach })
  expect(outcome).toMatchObject({ ending: { kind: 'not-started' }, body: null })
})

test('an allowed name with a private address is refused at connection time, once', async () => {
  let asked = 0
  const resolve = () => {
    asked++
    return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  }
  const before = service.requests.length
  const what = plan(`http://rebind.example:${service.port}/`, { retry: { max_attempts: 3, backoff: 'exponential' } })
  const outcome = await run(what, { allowed: [`rebind.example:${service.port}`], resolve })
  expect(outcome.ending).toMatchObject({ kind: 'not-started', reason: expect.stringContaining('not public') })
  expect([asked, service.requests.length]).toEqual([1, before])
})

test('a wildcard allows subdomains, not the domain itself', async () => {
  const resolve = () => Promise.resolve([{ address: '10.0.0.1', family: 4 }])
  const reach = { allowed: ['*.example.org'], resolve }
  expect((await run(plan('http://a.example.org/'), reach)).ending).toMatchObject({
    reason: expect.stringContaining('10.0.0.1'),
  })
  expect((await run(plan('http://example.org/'), reach)).ending).toMatchObject({
    reason: expect.stringContaining('not an allowed host'),
  })
})

test.for([
  [
    'http://127.0.0.1:8080/',
    '127.0.0.1:8080 is not a public address. To allow it, pass --http-allow-private 127.0.0.1:8080.',
  ],
  ['http://[::1]/', '[::1] is not a public address. To allow it, pass --http-allow-private [::1].'],
  ['http://a.example/', 'a.example is not an allowed host. To allow it, pass --http-allow a.example.'],
] as const)('the refusal of %s names the option that allows it', async ([url, reason]) => {
  expect((await run(plan(url), { allowed: [] })).ending).toMatchObject({ reason })
})

test.for([
  { headers: { 'bad name': 'x' } },
  { headers: { a: 'x\r\nb: y' } },
  { method: 'GET /' },
  { method: 'CONNECT' },
] as const)('an invalid request is not sent: %o', async (more) => {
  expect((await run(plan(`${here}/`, more))).ending.kind).toBe('not-started')
})

test('connection headers of the plan are ignored', async () => {
  await run(plan(`${here}/`, { headers: { Host: 'evil.example', 'Content-Length': '5', Connection: 'upgrade' } }))
  const seen = service.requests.at(-1)?.headers
  expect([seen?.host, seen?.['content-length']]).toEqual([`127.0.0.1:${service.port}`, undefined])
})
