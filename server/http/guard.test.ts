import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpPlan } from '../plan.ts'
import { planRequest, startTestServer, TOKEN, wordOf } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'

type Headers = Readonly<Record<string, string>>
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A request with exactly these headers: `fetch` would add and forbid some. */
function raw(
  server: TestServer,
  method: string,
  path: string,
  headers: Headers,
  body?: string | readonly string[],
): Promise<Answer> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, setHost: false, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    sent.on('error', reject)
    for (const part of typeof body === 'string' ? [body] : (body ?? [])) sent.write(part)
    sent.end()
  })
}

const without = (headers: Headers, ...names: readonly string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
const codeOf = (answer: Answer): unknown => (JSON.parse(answer.body) as { error?: { code: string } }).error?.code

describe('local mode', () => {
  let server: TestServer
  let host: string
  let good: Headers
  beforeAll(async () => {
    server = await startTestServer(['--body-bytes', '2000'])
    host = new URL(server.origin).host
    good = { host, origin: server.origin, 'x-rye-token': TOKEN, 'content-type': 'application/json' }
  })
  afterAll(() => server.close())

  const question = JSON.stringify(planRequest({ plan: null }))

  test('the page itself passes', async () => {
    expect((await raw(server, 'POST', '/api/plan', good, question)).status).toBe(200)
  })

  test.for([
    ['a foreign host name, as DNS rebinding has it', { host: 'evil.example' }, 421, 'host-refused'],
    ['a host name that only begins well', { host: 'localhost.evil.example' }, 421, 'host-refused'],
    ['a foreign origin', { origin: 'https://evil.example' }, 403, 'origin-refused'],
    ['an opaque origin', { origin: 'null' }, 403, 'origin-refused'],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }, 403, 'origin-refused'],
    ['an origin that is no web page', { origin: 'file://' }, 403, 'origin-refused'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 'site-refused'],
    ['no token', { 'x-rye-token': '' }, 401, 'token-missing'],
    ['a wrong token', { 'x-rye-token': TOKEN.replace(/.$/, 'x') }, 401, 'token-missing'],
    ['a token of another length', { 'x-rye-token': `${TOKEN}x` }, 401, 'token-missing'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'json-only'],
    ['plain text, which needs no preflight', { 'content-type': 'text/plain' }, 415, 'json-only'],
    ['JSON in another encoding', { 'content-type': 'application/json; charset=utf-16' }, 415, 'json-only'],
  ] as const)('%s is refused', async ([, headers, status, code]) => {
    const answer = await raw(server, 'POST', '/api/plan', { ...good, ...headers }, question)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
  })

  test('a host name with a user in it is refused', async () => {
    const answer = await raw(server, 'GET', '/', { host: 'localhost@evil.example' })
    expect([400, 421]).toContain(answer.status)
  })

  test('without a host nothing is answered', async () => {
    const rest = without(good, 'origin', 'host')
    expect((await raw(server, 'POST', '/api/plan', rest, question)).status).toBeGreaterThanOrEqual(400)
  })

  test('a missing origin passes with the token only', async () => {
    const rest = without(good, 'origin')
    expect((await raw(server, 'POST', '/api/plan', rest, question)).status).toBe(200)
    const bare = without(rest, 'x-rye-token')
    expect((await raw(server, 'POST', '/api/plan', bare, question)).status).toBe(401)
  })

  test('the token may come as a bearer token', async () => {
    const rest = without(good, 'x-rye-token')
    const answer = await raw(server, 'POST', '/api/plan', { ...rest, authorization: `Bearer ${TOKEN}` }, question)
    expect(answer.status).toBe(200)
  })

  test.for([
    ['GET', '/api/run/x/events'],
    ['GET', '/api/shares/x'],
    ['GET', '/api/queue'],
    ['GET', '/api/unheard-of'],
    ['GET', '/metrics'],
    ['GET', '/mcp'],
    ['POST', '/api/run'],
    ['POST', '/api/shares'],
    ['POST', '/api/unheard-of'],
    ['POST', '/'],
    ['DELETE', '/api/run/x'],
    ['PUT', '/api/run'],
    ['OPTIONS', '/api/run'],
  ] as const)('%s %s takes the token, known route or not', async ([method, path]) => {
    const rest = without(good, 'x-rye-token')
    const answer = await raw(server, method, path, rest)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'token-missing'])
  })

  test.for(['/', '/api/health', '/s/abcd', '/embed.html'] as const)(
    '%s can be read without the token',
    async (path) => {
      expect((await raw(server, 'GET', path, { host })).status).toBeLessThan(400)
    },
  )

  test('a short link is read without the token, and only by the whole of its id', async () => {
    const snapshot = JSON.stringify({ snapshot: { files: {} } })
    const { id } = JSON.parse((await raw(server, 'POST', '/api/shares', good, snapshot)).body) as { id: string }
    expect((await raw(server, 'GET', `/api/shares/${id}`, { host })).status).toBe(200)
    expect((await raw(server, 'GET', `/api/shares/${'A'.repeat(32)}`, { host })).status).toBe(404)
    for (const path of ['/api/shares', '/api/shares/', `/api/shares/${id.slice(1)}`, `/api/shares/${id}/x`])
      expect((await raw(server, 'GET', path, { host })).status).toBe(401)
    expect((await raw(server, 'GET', `/api/shares/${id}`, { host, origin: 'http://evil.example' })).status).toBe(403)
  })

  test('no other origin is ever allowed to read', async () => {
    const preflight = { host, origin: server.origin, 'x-rye-token': TOKEN, 'access-control-request-method': 'POST' }
    const answer = await raw(server, 'OPTIONS', '/api/run', preflight)
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([405, undefined])
    expect((await raw(server, 'GET', '/api/health', { host })).headers['access-control-allow-origin']).toBeUndefined()
  })

  test.for(['declared', 'in pieces'] as const)('a body that is too large is refused: %s', async (how) => {
    const large = `{"x":"${'y'.repeat(3000)}"}`
    const headers =
      how === 'declared'
        ? { ...good, 'content-length': String(large.length) }
        : { ...good, 'transfer-encoding': 'chunked' }
    const answer = await raw(
      server,
      'POST',
      '/api/plan',
      headers,
      how === 'declared' ? large : [large.slice(0, 1500), large.slice(1500)],
    )
    expect([answer.status, codeOf(answer)]).toEqual([413, 'body-too-large'])
  })

  test('every answer has the security headers', async () => {
    for (const path of ['/', '/api/health', '/nowhere.txt', '/api/queue']) {
      const { headers } = await raw(server, 'GET', path, { host })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("object-src 'none'")
    }
  })

  test('an error tells no stack', async () => {
    const answer = await raw(server, 'POST', '/api/plan', good, '{"workspace":null,"item_id":"a","dialect":"l"}')
    expect(answer.status).toBe(500)
    expect(JSON.parse(answer.body)).toEqual({
      error: { code: 'server-fault', message: expect.any(String), hint: expect.any(String) },
    })
    expect(answer.body).not.toMatch(/at \w+ \(|\.ts/)
  })
})

describe('hosted mode', () => {
  let server: TestServer
  const name = 'play.example.org'
  const good = { host: name, origin: `https://${name}`, 'content-type': 'application/json' }
  const question = JSON.stringify(planRequest({ plan: null }))
  beforeAll(async () => {
    const flags = [
      '--hosted',
      '--token',
      '',
      '--allowed-hosts',
      name,
      '--trusted-proxies',
      '127.0.0.0/8',
      '--requests-per-minute',
      '5',
    ]
    server = await startTestServer([...flags, '--metrics-token', 'metrics-secret'])
  })
  afterAll(() => server.close())

  const from = (client: string, headers: Headers = good, method = 'POST') =>
    raw(
      server,
      method,
      '/api/plan',
      { ...headers, 'x-forwarded-for': client },
      method === 'POST' ? question : undefined,
    )

  test('the page behind a proxy that speaks https passes, without a token', async () => {
    expect((await from('203.0.113.1')).status).toBe(200)
    expect(server.running.url).not.toContain('token')
  })

  test('a request without origin is refused: there is no token to stand in for it', async () => {
    const rest = without(good, 'origin')
    const answer = await from('203.0.113.2', rest)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'origin-missing'])
  })

  test('loopback names are not served', async () => {
    expect((await from('203.0.113.3', { ...good, host: 'localhost', origin: 'http://localhost' })).status).toBe(421)
  })

  test('each client has its own rate, whatever it claims further out', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await from(`1.2.3.${index}, 203.0.113.9`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const refused = await from('203.0.113.9')
    expect(codeOf(refused)).toBe('too-many-requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('203.0.113.10')).status).toBe(200)
  })

  test('an IPv6 network counts as one client', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await from(`2001:db8:1:2::${index}`)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a confirmation of one client is none of another', async () => {
    // Answered with a result whatever the machine lets a hosted server run.
    const plan: HttpPlan = {
      ...{ primitive: 'http_client', method: 'GET', url: 'http://nowhere.example/', headers: {}, body: null },
      ...{ auth: null, retry: { max_attempts: 1, backoff: 'none' }, timeout: 5, mode: 'sync' },
    }
    const as = (client: string, path: string, body: unknown) =>
      raw(server, 'POST', path, { ...good, 'x-forwarded-for': client }, JSON.stringify(body))
    const body = wordOf(JSON.parse((await as('203.0.113.20', '/api/plan', planRequest({ plan }))).body))
    expect(codeOf(await as('203.0.113.21', '/api/run', body))).toBe('confirmation-missing')
    expect((await as('203.0.113.20', '/api/run', body)).body).toContain('event: result')
  })

  test('a run is read and cancelled by the session that started it alone', async () => {
    const plan: HttpPlan = {
      ...{ primitive: 'http_client', method: 'GET', url: 'http://nowhere.example/', headers: {}, body: null },
      ...{ auth: null, retry: { max_attempts: 1, backoff: 'none' }, timeout: 5, mode: 'sync' },
    }
    const headers = { ...good, 'x-forwarded-for': '203.0.113.40' }
    const planned = await raw(server, 'POST', '/api/plan', headers, JSON.stringify(planRequest({ plan })))
    const [cookie = ''] = planned.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^rye_session=[\w-]{32}; .*HttpOnly; Secure; SameSite=Strict$/)
    const word = JSON.stringify(wordOf(JSON.parse(planned.body)))
    const run = await raw(server, 'POST', '/api/run', headers, word)
    const path = `/api/run/${String(run.headers['x-run-id'])}`
    const own = cookie.slice(0, cookie.indexOf(';'))
    const asks = (given: Headers, from: string) => ({ ...good, ...given, 'x-forwarded-for': from })
    for (const [index, given] of [
      {},
      { cookie: own.replace(/.$/, '!') },
      { cookie: 'rye_session=' + 'a'.repeat(32) },
    ].entries()) {
      for (const [method, at] of [
        ['GET', `${path}/events`],
        ['DELETE', path],
        ['POST', `${path}/steer`],
      ] as const) {
        const answer = await raw(server, method, at, asks(given, `203.0.113.${50 + index}`))
        expect([answer.status, codeOf(answer)]).toEqual([404, 'run-unknown'])
      }
    }
    expect((await raw(server, 'GET', `${path}/events`, asks({ cookie: own }, '203.0.113.42'))).body).toContain(
      'event: result',
    )
    expect((await raw(server, 'DELETE', path, asks({ cookie: own }, '203.0.113.42'))).status).toBe(202)
  })

  test('metrics take their own token', async () => {
    expect((await raw(server, 'GET', '/metrics', { host: name, 'x-forwarded-for': '203.0.113.30' })).status).toBe(404)
    const headers = { host: name, 'x-forwarded-for': '203.0.113.30', authorization: 'Bearer metrics-secret' }
    expect((await raw(server, 'GET', '/metrics', headers)).status).toBe(200)
    const wrong = { ...headers, authorization: 'Bearer metrics-secreT' }
    expect((await raw(server, 'GET', '/metrics', wrong)).status).toBe(404)
  })

  test('metrics are read by the address of a server, as Prometheus asks', async () => {
    const headers = { host: new URL(server.origin).host, authorization: 'Bearer metrics-secret' }
    const answer = await raw(server, 'GET', '/metrics', headers)
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('# TYPE rye_')])
    expect((await raw(server, 'GET', '/metrics', { host: headers.host })).status).toBe(421)
  })
})
