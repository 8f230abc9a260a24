import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerConfig } from '../config.ts'
import type { Host } from '../engine/host.ts'
import { installHint } from '../sandbox/probe.ts'
import { processPlan } from '../testing/sandbox.ts'
import { confirmedRun, literalEngine, PAGE, startTestServer, TOKEN } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { createApp } from './app.ts'
import type { App } from './app.ts'
import { startMessage } from './serve.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(['--http-allow', 'api.example.org', '--limits', 'processes=33'])
})
afterAll(() => server.close())

const policyOf = async (path: string) =>
  (await fetch(server.origin + path)).headers.get('content-security-policy') ?? ''

test('the page can load only its own resources', async () => {
  const policy = await policyOf('/')
  for (const part of [
    "default-src 'self'",
    "script-src 'self';",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]) {
    expect(policy).toContain(part)
  }
  expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe/)
})

test('other sites can frame only the embedded view', async () => {
  expect(await policyOf('/embed.html')).toContain('frame-ancestors *')
  expect(await policyOf('/embedded')).toContain("frame-ancestors 'self'")
})

test('the simulation frame is opaque even when opened directly', async () => {
  expect(await policyOf('/sandbox/frame.html')).toBe(JSON.parse(PAGE['sandbox/manifest.json'] ?? '').policy)
})

test.for(['/', '/assets/index-D3adB33f.js', '/sandbox/frame.html', '/embed.html', '/api/health', '/nothing-here'])(
  '%s isolates the page from all others',
  async (path) => {
    const first = await fetch(server.origin + path)
    // The response for an unchanged file (304) has no body, but browsers use its headers.
    const again = await fetch(server.origin + path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    for (const { headers } of [first, again])
      expect(Object.fromEntries(headers)).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'credentialless',
        'cross-origin-resource-policy': path === '/sandbox/frame.html' ? 'cross-origin' : 'same-origin',
      })
  },
)

test('hashed files are cached forever, and other files are revalidated', async () => {
  const asset = await fetch(`${server.origin}/assets/index-D3adB33f.js`)
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect(asset.headers.get('content-type')).toContain('text/javascript')
  const page = await fetch(`${server.origin}/`)
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const again = await fetch(`${server.origin}/`, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('files are sent compressed to clients that accept compression', async () => {
  const { request } = await import('node:http')
  const got = await new Promise<{ encoding: unknown; body: Buffer }>((resolve) => {
    request(`${server.origin}/assets/index-D3adB33f.js`, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }))
    }).end()
  })
  expect(got.encoding).toBe('gzip')
  expect(got.body.length).toBeLessThan(200)
  expect(gunzipSync(got.body).toString()).toBe(PAGE['assets/index-D3adB33f.js'])
})

test.for([
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/assets/../../x',
  '/nowhere',
  '/.env',
  '//etc/passwd',
])('%s is not a page file', async (path) => {
  const { request } = await import('node:http')
  const { hostname, port, host } = new URL(server.origin)
  const status = await new Promise((resolve) => {
    request({ hostname, port, path, headers: { host } }, (response) => resolve(response.resume().statusCode)).end()
  })
  expect(status).toBe(404)
})

test('health reports the facts that a person needs before a run', async () => {
  const health = (await (await fetch(`${server.origin}/api/health`)).json()) as Record<string, unknown>
  expect(health).toMatchObject({
    status: 'ok',
    mode: 'local',
    sandbox: { level: 'full', may_run: true },
    limits: { processes: 33 },
    http: { hosts: ['api.example.org'] },
    queue: { waiting: 0, running: 0 },
  })
  const interpreters = health['interpreters'] as { name: string; path: string; version: string }[]
  expect(interpreters.find(({ name }) => name === 'python3')).toMatchObject({
    path: '/usr/bin/python3',
    version: expect.stringMatching(/^3\.\d+/),
  })
})

test('the start message has the URL, the sandbox level and the allowed host', () => {
  const { message, url } = server.running
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=.{16,}$/)
  expect(message).toContain(url)
  expect(message).toContain('real execution: on, sandbox level full')
  expect(message).toContain('api.example.org')
  expect(message).not.toContain('no page')
})

test('the start message reports a missing page', async () => {
  const other = await startTestServer(['--web-dir', 'nowhere'])
  expect(other.running.message).toContain('no page: nowhere has no index.html; set --web-dir')
  await other.close()
})

test('a short link opens the page', async () => {
  const answer = await fetch(`${server.origin}/s/abcd-1234`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/#s.abcd-1234'])
})

test('browsers cache the content of a short link, and no other API response', async () => {
  const { host } = server.running
  const shares: Host['shares'] = { ...host.shares, get: () => Promise.resolve('{}') }
  const app = createApp({ ...host, shares })
  const cacheOf = async (path: string) => {
    const headers = { host: 'localhost', 'x-rye-token': TOKEN }
    const answer = await app.request(`http://localhost${path}`, { headers })
    return [answer.status, answer.headers.get('cache-control')]
  }
  expect(await cacheOf('/api/shares/abcd-1234')).toEqual([200, 'private, max-age=31536000, immutable'])
  expect(await cacheOf('/api/health')).toEqual([200, 'no-store'])
  await app.close()
})

test('the guard also protects the routes of other parts', async () => {
  const other = await startTestServer([], {
    version: '0',
    analyzeForRun: literalEngine.analyzeForRun,
    routes: { '/mcp': async (request) => Response.json({ received: await request.json() }) },
  })
  expect((await fetch(`${other.origin}/mcp`, { method: 'POST', body: '{}' })).status).toBe(401)
  expect(await (await other.send('POST', '/mcp', { a: 1 })).json()).toEqual({ received: { a: 1 } })
  await other.close()
})

test.for(['GET', 'POST', 'DELETE'])('a %s request of an unknown path is refused with a code', async (method) => {
  const answer = await server.send(method, '/nothing-here', method === 'POST' ? {} : undefined)
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'path-unknown' } }])
})

/** The app of a server whose machine has another sandbox level. */
function appAtLevel(level: Host['report']['level'], config: Partial<ServerConfig> = {}): App {
  const { host } = server.running
  return createApp({ ...host, config: { ...host.config, ...config }, report: { ...host.report, level } })
}

test.for([
  { level: 'full', config: {}, mayRun: true },
  { level: 'reduced', config: {}, mayRun: true },
  { level: 'none', config: {}, mayRun: false },
  { level: 'none', config: { unsafe_no_sandbox: true }, mayRun: true },
  { level: 'full', config: { hosted: true, allowed_hosts: ['a.example'] }, mayRun: true },
  { level: 'reduced', config: { hosted: true, allowed_hosts: ['a.example'] }, mayRun: false },
  { level: 'none', config: { hosted: true, allowed_hosts: ['a.example'], unsafe_no_sandbox: true }, mayRun: false },
] as const)('at sandbox level $level with $config, a server can run tools: $mayRun', async (row) => {
  const app = appAtLevel(row.level, row.config)
  const host = 'hosted' in row.config ? 'a.example' : 'localhost'
  const answer = await app.request(`http://${host}/api/health`, { headers: { host } })
  expect(await answer.json()).toMatchObject({ sandbox: { level: row.level, may_run: row.mayRun } })
  await app.close()
})

test.for([
  { level: 'none', config: {}, hint: 'Load the module.', code: 'sandbox-missing', advice: 'Load the module.' },
  { level: 'none', config: {}, code: 'sandbox-missing', advice: installHint() },
  {
    level: 'reduced',
    config: { hosted: true, allowed_hosts: ['a.example'] },
    code: 'sandbox-not-full',
    advice: installHint(),
  },
] as const)('at sandbox level $level with $config, a run is refused as $code with advice', async (row) => {
  const { host } = server.running
  const report = { ...host.report, level: row.level, hint: 'hint' in row ? row.hint : null }
  const app = createApp({ ...host, config: { ...host.config, ...row.config }, report })
  const name = 'hosted' in row.config ? 'a.example' : 'localhost'
  const send: TestServer['send'] = async (method, path, body) =>
    app.request(`http://${name}${path}`, {
      method,
      headers: { host: name, 'x-rye-token': TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const answer = await send('POST', '/api/run', await confirmedRun(send, processPlan({ command: 'true' })))
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: row.code, hint: row.advice } }])
  await app.close()
})

test.for([
  { level: 'full', config: {}, runs: 'on, sandbox level full' },
  { level: 'reduced', config: {}, runs: 'on, sandbox level reduced: no system call filter' },
  { level: 'reduced', config: { hosted: true }, runs: 'off, sandbox level reduced' },
  { level: 'none', config: {}, runs: 'off, sandbox level none' },
  { level: 'none', config: { unsafe_no_sandbox: true }, runs: 'ON WITHOUT ANY SANDBOX (--unsafe-no-sandbox)' },
] as const)(
  'at sandbox level $level with $config, the start message reports that runs are $runs',
  ({ level, config, runs }) => {
    const { host, url } = server.running
    const message = startMessage(url, { ...host.config, ...config }, { ...host.report, level })
    expect(message).toContain(`  real execution: ${runs}`)
  },
)

test('a run that was confirmed at another sandbox level does not start', async () => {
  const { host } = server.running
  const report = { ...host.report }
  const app = createApp({ ...host, report })
  const send: TestServer['send'] = async (method, path, body) =>
    app.request(`http://localhost${path}`, {
      method,
      headers: { host: 'localhost', 'x-rye-token': TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const confirmed = await confirmedRun(send, processPlan({ command: 'true' }))
  report.level = 'reduced'
  const answer = await send('POST', '/api/run', confirmed)
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { error: { code: 'level-differs' }, sandbox_level: 'reduced' },
  ])
  await app.close()
})
