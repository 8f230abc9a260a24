import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpPlan } from '../plan.ts'
import { codeOf, raw, without, type Headers } from '../testing/raw-request.ts'
import { planRequest, startTestServer, confirmationOf } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'

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
      `${name},port.example.org:8443`,
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

  test('a page behind an HTTPS proxy passes without a token', async () => {
    expect((await from('203.0.113.1')).status).toBe(200)
    expect(server.running.url).not.toContain('token')
  })

  test("a trusted proxy reports the browser's scheme, in upper or lower case", async () => {
    const withScheme = (scheme: string) => from('203.0.113.70', { ...good, 'x-forwarded-proto': scheme })
    expect([(await withScheme('HTTPS')).status, (await withScheme('https')).status]).toEqual([200, 200])
    const refused = await withScheme('http')
    expect([refused.status, codeOf(refused)]).toEqual([403, 'origin-refused'])
  })

  test('a request without origin is refused, because no token can replace it', async () => {
    const rest = without(good, 'origin')
    const answer = await from('203.0.113.2', rest)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'origin-missing'])
  })

  test('loopback host names are refused', async () => {
    expect((await from('203.0.113.3', { ...good, host: 'localhost', origin: 'http://localhost' })).status).toBe(421)
  })

  test('each client has its own rate limit, regardless of its forwarded addresses', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await from(`1.2.3.${index}, 203.0.113.9`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const refused = await from('203.0.113.9')
    expect(codeOf(refused)).toBe('too-many-requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('203.0.113.10')).status).toBe(200)
  })

  test('health requests do not count toward the rate limit and are answered beyond it', async () => {
    const asHost = { host: name, 'x-forwarded-for': '203.0.113.60' }
    const health = async () => (await raw(server, 'GET', '/api/health', asHost)).status
    for (let index = 0; index < 6; index++) expect(await health()).toBe(200)
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await from('203.0.113.60')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await health()).toBe(200)
  })

  test("a proxy's host name is accepted only with the default port, explicit or implied", async () => {
    const at = (port: string) => ({ ...good, host: name + port, origin: `https://${name}${port}` })
    expect((await from('203.0.113.61', at(':443'))).status).toBe(200)
    expect((await from('203.0.113.61', at(':444'))).status).toBe(421)
  })

  test('an allowed host with a port is served at this port, and to pages of this port', async () => {
    const at = (host: string, origin: string) => from('203.0.113.62', { ...good, host, origin: `https://${origin}` })
    const [host, other] = ['port.example.org:8443', 'port.example.org:8444']
    expect((await at(host, host)).status).toBe(200)
    expect(codeOf(await at(host, other))).toBe('origin-refused')
    expect(codeOf(await at(other, other))).toBe('host-refused')
  })

  test('an IPv6 network counts as one client', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await from(`2001:db8:1:2::${index}`)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a confirmation of one client is not valid for another', async () => {
    // An HTTP plan, because its result does not depend on the sandbox level of the machine.
    const plan: HttpPlan = {
      ...{ primitive: 'http_client', method: 'GET', url: 'http://nowhere.example/', headers: {}, body: null },
      ...{ auth: null, retry: { max_attempts: 1, backoff: 'none' }, timeout: 5, mode: 'sync' },
    }
    const as = (client: string, path: string, body: unknown) =>
      raw(server, 'POST', path, { ...good, 'x-forwarded-for': client }, JSON.stringify(body))
    const body = confirmationOf(JSON.parse((await as('203.0.113.20', '/api/plan', planRequest({ plan }))).body))
    expect(codeOf(await as('203.0.113.21', '/api/run', body))).toBe('confirmation-missing')
    expect((await as('203.0.113.20', '/api/run', body)).body).toContain('event: result')
  })

  test('only the session that started a run can read and cancel it', async () => {
    const plan: HttpPlan = {
      ...{ primitive: 'http_client', method: 'GET', url: 'http://nowhere.example/', headers: {}, body: null },
      ...{ auth: null, retry: { max_attempts: 1, backoff: 'none' }, timeout: 5, mode: 'sync' },
    }
    const headers = { ...good, 'x-forwarded-for': '203.0.113.40' }
    const planned = await raw(server, 'POST', '/api/plan', headers, JSON.stringify(planRequest({ plan })))
    const [cookie = ''] = planned.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^rye_session=[\w-]{32}; .*HttpOnly; Secure; SameSite=Strict$/)
    const confirmation = JSON.stringify(confirmationOf(JSON.parse(planned.body)))
    const run = await raw(server, 'POST', '/api/run', headers, confirmation)
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

  test('metrics require their own token', async () => {
    expect((await raw(server, 'GET', '/metrics', { host: name, 'x-forwarded-for': '203.0.113.30' })).status).toBe(404)
    const headers = { host: name, 'x-forwarded-for': '203.0.113.30', authorization: 'Bearer metrics-secret' }
    expect((await raw(server, 'GET', '/metrics', headers)).status).toBe(200)
    const wrong = { ...headers, authorization: 'Bearer metrics-secreT' }
    expect((await raw(server, 'GET', '/metrics', wrong)).status).toBe(404)
  })

  test("metrics are read at the server's address, as Prometheus does", async () => {
    const headers = { host: new URL(server.origin).host, authorization: 'Bearer metrics-secret' }
    const answer = await raw(server, 'GET', '/metrics', headers)
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('# TYPE rye_')])
    expect((await raw(server, 'GET', '/metrics', { host: headers.host })).status).toBe(421)
  })
})
