import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { memoryLimiter } from '../protocol/limiters.ts'
import { Refusal } from '../protocol/refusal.ts'
import { answerRefusal } from './answer-refusal.ts'
import { guard, type GuardRules, type GuardVariables } from './guard.ts'

// The decisions of the guard, request by request. guard.test.ts sends requests to a whole server.

const TOKEN = 'token'
const rules: GuardRules = {
  ...{ allowedHosts: ['localhost', '[::1]', 'a.example', 'b.example:8443'], token: TOKEN, bodyBytes: 10 },
  ...{ limiter: memoryLimiter({ name: 'requests', points: 1000, seconds: 60 }), trustedProxies: ['10.0.0.1'] },
  clientHeader: 'x-forwarded-for',
}

interface Asked {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The port at which the request arrives; without a port, the request has no connection. */
  readonly port?: number
  readonly rules?: Partial<GuardRules>
  /** The address of the connection. */
  readonly from?: string
}

/** The code of the refusal, or the client and the body of a request that passes; the status for HEAD. */
async function guarded({ method = 'GET', url = 'http://a.example/', headers, body, port, from, ...asked }: Asked) {
  const app = new Hono<{ Variables: GuardVariables }>()
  app.onError((error, c) => (error instanceof Refusal ? answerRefusal(c, error) : c.text(error.message, 500)))
  app.use('*', guard({ ...rules, ...asked.rules }))
  app.all('*', async (c) => c.text(`${c.get('client')} ${await c.req.text()}`.trim()))
  const socket = new Socket()
  Object.defineProperties(socket, { remoteAddress: { value: from ?? '203.0.113.1' }, localPort: { value: port } })
  const request = new Request('http://a.example/', {
    ...{ method, headers: { host: 'a.example', ...headers } },
    ...(body === undefined ? {} : { body }),
  })
  // `Request` refuses URLs that a connection can send, such as those with a user.
  Object.defineProperty(request, 'url', { value: url })
  const answer = await app.fetch(request, port === undefined ? {} : { incoming: new IncomingMessage(socket) })
  const text = await answer.text()
  if (method === 'HEAD') return String(answer.status)
  return answer.status === 200 || answer.status === 500
    ? text
    : (JSON.parse(text) as { error: { code: string } }).error.code
}

test.for([
  ['localhost', undefined, true],
  ['localhost', 80, true],
  ['localhost', 8080, false],
  ['localhost:8080', 8080, true],
  ['localhost:8081', 8080, false],
  ['localhost:443', 8080, false],
  ['localhost:8081', undefined, true],
  ['[::1]', undefined, true],
  ['[::1]', 8080, false],
  ['[::1]:8080', 8080, true],
  ['a.example', 8080, true],
  ['a.example:8080', 8080, true],
  ['a.example:443', 8080, true],
  ['a.example:444', 8080, false],
  ['b.example:8443', 8080, true],
  ['b.example', 8080, false],
  ['c.example', undefined, false],
  ['a.example.', undefined, false],
  ['user@a.example', undefined, false],
  ['a.example/', undefined, false],
  ['', undefined, false],
  ['a.example:x', undefined, false],
] as const)('the host "%s" of a request at port %s is accepted: %s', async ([host, port, accepted]) => {
  const answer = await guarded({
    ...{ headers: { host }, url: `http://${accepted ? host : 'a.example'}/` },
    ...(port === undefined ? {} : { port }),
  })
  expect(answer).toBe(accepted ? (port === undefined ? 'unknown' : '203.0.113.1') : 'host-refused')
})

test.for([
  ['http://a.example/', true],
  ['http://a.example:80/', true],
  ['https://a.example/', false],
  ['http://b.example/', false],
  ['http://a.example:81/', false],
  ['http://user@a.example/', false],
  ['http://:word@a.example/', false],
] as const)('the target %s must name the host of the request: %s', async ([url, accepted]) => {
  expect(await guarded({ url })).toBe(accepted ? 'unknown' : 'host-refused')
})

test('a request without a Host header has the host of its target', async () => {
  const app = new Hono().use('*', guard(rules)).get('/', (c) => c.text('passed'))
  expect(await (await app.request('http://localhost/')).text()).toBe('passed')
  expect((await app.request('http://c.example/')).status).toBe(421)
})

const secret = { 'x-rye-token': TOKEN }
const fromProxy = (scheme: string) => ({ 'x-forwarded-proto': scheme })

test.for([
  ['a.example', 'https://a.example', {}, true],
  ['a.example', 'http://a.example', {}, true],
  ['a.example', 'https://a.example:443', {}, true],
  ['a.example', 'http://a.example:443', {}, false],
  ['a.example:443', 'https://a.example', {}, true],
  ['a.example', 'https://b.example', {}, false],
  ['a.example', 'ftp://a.example', {}, false],
  ['a.example', 'null', {}, false],
  ['a.example', 'https://', {}, false],
  ['a.example', 'https://a.example', fromProxy('https'), true],
  ['a.example', 'https://a.example', fromProxy('http'), false],
  ['a.example', 'http://a.example', fromProxy('https'), false],
  // A name of this machine has no proxy in front of it.
  ['localhost:8080', 'http://localhost:8080', {}, true],
  ['localhost:8080', 'https://localhost:8080', {}, false],
  ['localhost:8080', 'http://localhost:8081', {}, false],
] as const)('at %s, the origin %s with %j is accepted: %s', async ([host, origin, more, accepted]) => {
  const headers = { host, origin, ...more }
  const answer = await guarded({ url: `http://${host}/`, headers, port: 8080, from: '10.0.0.1' })
  expect(answer).toBe(accepted ? '10.0.0.1' : 'origin-refused')
})

test.for([
  ['GET', '/', {}, 'unknown'],
  ['HEAD', '/', {}, '200'],
  ['HEAD', '/api/run/x', {}, '401'],
  ['GET', '/apis', {}, 'unknown'],
  ['GET', '/api', {}, 'token-missing'],
  ['GET', '/api/health', {}, 'unknown'],
  ['GET', '/api/health/x', {}, 'token-missing'],
  ['GET', `/api/shares/${'a'.repeat(32)}`, {}, 'unknown'],
  ['GET', `/api/shares/${'a'.repeat(31)}`, {}, 'token-missing'],
  ['GET', '/metrics', {}, 'token-missing'],
  ['GET', '/metrics.txt', {}, 'unknown'],
  ['GET', '/mcp', {}, 'token-missing'],
  ['GET', '/mcp', secret, 'unknown'],
  ['GET', '/mcp', { authorization: `Bearer ${TOKEN}` }, 'unknown'],
  ['GET', '/mcp', { authorization: `Basic ${TOKEN}` }, 'token-missing'],
  ['GET', '/mcp', { authorization: `Bearer ${TOKEN} x` }, 'token-missing'],
  ['GET', '/mcp', { authorization: `Bearer ${TOKEN}`, 'x-rye-token': 'x' }, 'token-missing'],
  ['DELETE', '/', {}, 'token-missing'],
  ['DELETE', '/', secret, 'unknown'],
  ['OPTIONS', '/', {}, 'token-missing'],
  ['OPTIONS', '/', secret, 'method-refused'],
  ['POST', '/', secret, 'json-only'],
  ['PUT', '/', secret, 'json-only'],
  ['PATCH', '/', secret, 'json-only'],
] as const)('the guard answers %s %s with %j: %s', async ([method, path, headers, result]) => {
  expect(await guarded({ method, url: `http://a.example${path}`, headers })).toBe(result)
})

test.for([
  [{ origin: 'https://a.example' }, 'unknown {}'],
  [{}, 'origin-missing'],
  [secret, 'origin-missing'],
  [{ origin: 'https://a.example', 'sec-fetch-site': 'same-origin' }, 'unknown {}'],
  [{ origin: 'https://a.example', 'sec-fetch-site': 'none' }, 'unknown {}'],
  [{ origin: 'https://a.example', 'sec-fetch-site': 'same-site' }, 'site-refused'],
] as const)('a hosted server answers POST without a token, with %j: %s', async ([headers, result]) => {
  const json = { 'content-type': 'application/json' }
  const posted = { method: 'POST', body: '{}', headers: { ...headers, ...json }, rules: { token: null } }
  expect(await guarded(posted)).toBe(result)
  expect(await guarded({ url: 'http://a.example/api/run/x', rules: { token: null } })).toBe('unknown')
})

test.for([
  ['application/json', 'unknown {}'],
  ['application/json; charset=utf-8', 'unknown {}'],
  ['Application/JSON ;charset=UTF-8 ', 'unknown {}'],
  ['application/json; charset=latin1', 'json-only'],
  ['application/json2', 'json-only'],
  ['text/json', 'json-only'],
] as const)('the guard answers a body of the type %s: %s', async ([type, result]) => {
  const headers = { ...secret, 'content-type': type }
  expect(await guarded({ method: 'POST', body: '{}', headers })).toBe(result)
})

test.for(['POST', 'PUT', 'PATCH'])('the body of a %s request has a maximum length', async (method) => {
  const headers = { ...secret, 'content-type': 'application/json' }
  const sent = (body: string) => guarded({ method, headers, body })
  expect([await sent('x'.repeat(10)), await sent('x'.repeat(11))]).toEqual([
    `unknown ${'x'.repeat(10)}`,
    'body-too-large',
  ])
})

test('API requests count toward the rate limit, but not files and health', async () => {
  const limiter = memoryLimiter({ name: 'requests', points: 1, seconds: 60 })
  const asked = (path: string) => guarded({ url: `http://a.example${path}`, headers: secret, rules: { limiter } })
  for (const path of ['/', '/api/health', '/api/health', '/other', '/api/run'])
    expect(await asked(path)).toBe('unknown')
  expect(await asked('/api/run')).toBe('too-many-requests')
  expect([await asked('/metrics'), await asked('/')]).toEqual(['too-many-requests', 'unknown'])
})

test('a refusal is reported with its trace, and other errors are passed on', async () => {
  const refused: unknown[] = []
  const onRefused: GuardRules['onRefused'] = (...given) => void refused.push(given)
  await guarded({ headers: { host: 'c.example', traceparent: 'parent' }, rules: { onRefused } })
  await guarded({ url: 'http://a.example/mcp', rules: { onRefused } })
  expect(refused).toEqual([
    ['host-refused', 'parent'],
    ['token-missing', undefined],
  ])
  const limiter = { consume: () => Promise.reject(new Error('no limiter')) } as unknown as GuardRules['limiter']
  expect(await guarded({ url: 'http://a.example/api/x', headers: secret, rules: { limiter } })).toBe('no limiter')
})
