import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeOf, raw, without, type Headers } from '../testing/raw-request.ts'
import { planRequest, startTestServer, TOKEN } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'

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

  test('a request from the page passes', async () => {
    expect((await raw(server, 'POST', '/api/plan', good, question)).status).toBe(200)
  })

  test.for([
    ['a foreign host name, as in DNS rebinding,', { host: 'evil.example' }, 421, 'host-refused'],
    ['a foreign host name that begins with an allowed name', { host: 'localhost.evil.example' }, 421, 'host-refused'],
    ['the port of a proxy at a name of this machine', { host: 'localhost:443' }, 421, 'host-refused'],
    ['another port at a name of this machine', { host: 'localhost:1' }, 421, 'host-refused'],
    ['a foreign origin', { origin: 'https://evil.example' }, 403, 'origin-refused'],
    ['an opaque origin', { origin: 'null' }, 403, 'origin-refused'],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }, 403, 'origin-refused'],
    ['an origin that is not a web page', { origin: 'file://' }, 403, 'origin-refused'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 'site-refused'],
    ['a missing token', { 'x-rye-token': '' }, 401, 'token-missing'],
    ['a wrong token', { 'x-rye-token': TOKEN.replace(/.$/, 'x') }, 401, 'token-missing'],
    ['a token of another length', { 'x-rye-token': `${TOKEN}x` }, 401, 'token-missing'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'json-only'],
    ['plain text, which needs no preflight,', { 'content-type': 'text/plain' }, 415, 'json-only'],
    ['JSON in another encoding', { 'content-type': 'application/json; charset=utf-16' }, 415, 'json-only'],
  ] as const)('%s is refused', async ([, headers, status, code]) => {
    const answer = await raw(server, 'POST', '/api/plan', { ...good, ...headers }, question)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
  })

  test('a request from a typed address or from this page passes', async () => {
    for (const site of ['none', 'same-origin'])
      expect((await raw(server, 'POST', '/api/plan', { ...good, 'sec-fetch-site': site }, question)).status).toBe(200)
  })

  test('a host name that contains a user is refused', async () => {
    const answer = await raw(server, 'GET', '/', { host: 'localhost@evil.example' })
    expect([400, 421]).toContain(answer.status)
  })

  test('a request without a host is refused', async () => {
    const rest = without(good, 'origin', 'host')
    expect((await raw(server, 'POST', '/api/plan', rest, question)).status).toBeGreaterThanOrEqual(400)
  })

  test('a request without an origin passes only with the token', async () => {
    const rest = without(good, 'origin')
    expect((await raw(server, 'POST', '/api/plan', rest, question)).status).toBe(200)
    const bare = without(rest, 'x-rye-token')
    const refused = await raw(server, 'POST', '/api/plan', bare, question)
    expect([refused.status, refused.body]).toEqual([401, expect.stringContaining('Authorization: Bearer TOKEN')])
  })

  test('the token can be sent as a bearer token', async () => {
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
  ] as const)('%s %s requires the token, for known and unknown routes', async ([method, path]) => {
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

  test('a short link is read without the token, but only by its full ID', async () => {
    const snapshot = JSON.stringify({ snapshot: { files: {} } })
    const { id } = JSON.parse((await raw(server, 'POST', '/api/shares', good, snapshot)).body) as { id: string }
    expect((await raw(server, 'GET', `/api/shares/${id}`, { host })).status).toBe(200)
    expect((await raw(server, 'GET', `/api/shares/${'A'.repeat(32)}`, { host })).status).toBe(404)
    for (const path of ['/api/shares', '/api/shares/', `/api/shares/${id.slice(1)}`, `/api/shares/${id}/x`])
      expect((await raw(server, 'GET', path, { host })).status).toBe(401)
    expect((await raw(server, 'GET', `/api/shares/${id}`, { host, origin: 'http://evil.example' })).status).toBe(403)
  })

  test('no other origin can read a response', async () => {
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

  test('refused requests are counted by reason, and logged with reason and trace', async () => {
    const counted = async (): Promise<number> => {
      const { body } = await raw(server, 'GET', '/metrics', good)
      return Number(/^rye_refusals_total\{code="origin-refused"\} (\d+)$/m.exec(body)?.[1] ?? 0)
    }
    const noted = vi.spyOn(server.running.host.log, 'debug')
    const before = await counted()
    const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceparent = `00-${trace_id}-00f067aa0ba902b7-01`
    await raw(server, 'POST', '/api/plan', { ...good, origin: 'http://evil.example', traceparent }, question)
    expect(noted.mock.calls).toContainEqual([{ trace_id, code: 'origin-refused' }, 'refused'])
    expect(await counted()).toBe(before + 1)
    noted.mockRestore()
  })

  test('an error contains no stack trace', async () => {
    const answer = await raw(server, 'POST', '/api/plan', good, '{"workspace":null,"item_id":"a","dialect":"l"}')
    expect(answer.status).toBe(500)
    expect(JSON.parse(answer.body)).toEqual({
      error: { code: 'server-fault', message: expect.any(String), hint: expect.any(String) },
    })
    expect(answer.body).not.toMatch(/at \w+ \(|\.ts/)
  })
})
