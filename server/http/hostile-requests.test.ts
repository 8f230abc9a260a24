import { connect } from 'node:net'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { literalEngine, startTestServer, testConfig, TOKEN } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { openDoor } from './listen.ts'
import { serve } from './serve.ts'
import { isNightly } from '../../core/testing/nightly.ts'

let server: TestServer
let port: string
beforeAll(async () => {
  server = await startTestServer(['--body-bytes', '2000', '--requests-per-minute', '100000'])
  port = new URL(server.origin).port
})
afterAll(() => server.close())

/** Send exactly these bytes; returns the status of the response, or 0 if the connection closes without one. */
async function sent(bytes: string, at = port): Promise<number> {
  return Number(/^HTTP\/1.1 (\d{3})/.exec(await answered(bytes, at, /^HTTP\/1.1 \d{3}/))?.[1] ?? 0)
}

/** Send exactly these bytes; returns the response as soon as it matches the pattern, or when the connection closes. */
function answered(bytes: string, at: string, enough: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(at), '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (enough.test(answer)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

const BODY = '{"snapshot":{"files":{}}}'
type Headers = Readonly<Record<string, string | null>>

/** The page's own request, with some headers changed; null removes a header. */
function post(changed: Headers = {}, path = '/api/shares', method = 'POST', body = BODY): string {
  const headers: Headers = {
    Host: `localhost:${port}`,
    Origin: `http://localhost:${port}`,
    'X-Rye-Token': TOKEN,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...changed,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
const read = (path: string, changed: Headers = {}): string =>
  post({ Origin: null, 'Content-Type': null, 'Content-Length': null, ...changed }, path, 'GET', '')

test('the unchanged request is answered', async () => {
  expect([await sent(post()), await sent(post())]).toEqual([201, 200])
  expect(await sent(read('/api/health'))).toBe(200)
})

describe('the guard, before every route', () => {
  test.for<[string, () => string, number]>([
    ['another host', () => post({ Host: 'evil.example' }), 421],
    ['another host with our port', () => post({ Host: `evil.example:${port}` }), 421],
    ['our name with another port', () => post({ Host: 'localhost:1', Origin: 'http://localhost:1' }), 421],
    ['our name without a port', () => post({ Host: 'localhost', Origin: 'http://localhost' }), 421],
    ['our name with a trailing dot', () => post({ Host: `localhost.:${port}` }), 421],
    ['our name as a label', () => post({ Host: `localhost.evil.example:${port}` }), 421],
    ['our address as a label', () => post({ Host: `127.0.0.1.nip.io:${port}` }), 421],
    ['our name as a user', () => post({ Host: `localhost:${port}@evil.example` }), 400],
    ['our name as a fragment', () => post({ Host: `evil.example#localhost:${port}` }), 400],
    ['our name as a path', () => post({ Host: `evil.example/localhost:${port}` }), 400],
    ['a host with a query', () => post({ Host: `localhost:${port}?x` }), 400],
    ['a host with a zone', () => post({ Host: `[::1%25lo]:${port}` }), 400],
    ['a host with a space', () => post({ Host: `localhost :${port}` }), 400],
    ['an invalid port', () => post({ Host: 'localhost:99999' }), 400],
    ['an address of any interface', () => post({ Host: `0.0.0.0:${port}` }), 421],
    ['an empty host', () => post({ Host: '' }), 400],
    ['a missing host', () => post({ Host: null }), 400],
    ['a target of another authority', () => read('http://evil.example/api/health'), 421],
    ['a target of another port', () => read('http://localhost:1/api/health'), 421],
    ['a target of another scheme', () => read(`https://localhost:${port}/api/health`), 421],
    ['a target with a user', () => read(`http://me@localhost:${port}/api/health`), 421],
    ['a foreign origin', () => post({ Origin: 'http://evil.example' }), 403],
    ['an opaque origin', () => post({ Origin: 'null' }), 403],
    ['an empty origin', () => post({ Origin: '' }), 403],
    ['our origin in another scheme', () => post({ Origin: `https://localhost:${port}` }), 403],
    ['our origin with another port', () => post({ Origin: 'http://localhost:1' }), 403],
    ['our origin without a port', () => post({ Origin: 'http://localhost' }), 403],
    ['another name of this machine', () => post({ Origin: `http://127.0.0.1:${port}` }), 403],
    ['an origin that begins like ours', () => post({ Origin: `http://localhost:${port}.evil.example` }), 403],
    ['an origin with our name as a user', () => post({ Origin: `http://localhost:${port}@evil.example` }), 403],
    ['an origin of a file', () => post({ Origin: 'file://' }), 403],
    ['an origin of an extension', () => post({ Origin: 'chrome-extension://abcdef' }), 403],
    ['two origins', () => post({ Origin: `http://localhost:${port} http://evil.example` }), 403],
    ['a missing token', () => post({ 'X-Rye-Token': null }), 401],
    ['an empty token', () => post({ 'X-Rye-Token': '' }), 401],
    ['a wrong token', () => post({ 'X-Rye-Token': 'x'.repeat(TOKEN.length) }), 401],
    ['the beginning of the token', () => post({ 'X-Rye-Token': TOKEN.slice(0, -1) }), 401],
    ['the token with an additional character', () => post({ 'X-Rye-Token': `${TOKEN}x` }), 401],
    ['the token in capitals', () => post({ 'X-Rye-Token': TOKEN.toUpperCase() }), 401],
    ['the token twice', () => post({ 'X-Rye-Token': `${TOKEN}, ${TOKEN}` }), 401],
    ['a wrong bearer', () => post({ 'X-Rye-Token': null, Authorization: 'Bearer nothing' }), 401],
    ['the token as a password', () => post({ 'X-Rye-Token': null, Authorization: `Basic ${btoa(`:${TOKEN}`)}` }), 401],
    ['the token as a cookie', () => post({ 'X-Rye-Token': null, Cookie: `token=${TOKEN}` }), 401],
    ['the token in the address', () => post({ 'X-Rye-Token': null }, `/api/shares?token=${TOKEN}`), 401],
    ['another site', () => post({ 'Sec-Fetch-Site': 'cross-site' }), 403],
    ['another site of the same domain', () => post({ 'Sec-Fetch-Site': 'same-site' }), 403],
    ['plain text', () => post({ 'Content-Type': 'text/plain' }), 415],
    ['a form', () => post({ 'Content-Type': 'application/x-www-form-urlencoded' }), 415],
    ['a multipart form', () => post({ 'Content-Type': 'multipart/form-data; boundary=x' }), 415],
    ['a missing content type', () => post({ 'Content-Type': null }), 415],
    ['two content types', () => post({ 'Content-Type': 'application/json, text/plain' }), 415],
    ['a content type like ours', () => post({ 'Content-Type': 'application/jsonp' }), 415],
    ['another character set', () => post({ 'Content-Type': 'application/json; charset=utf-16' }), 415],
    ['PUT', () => post({}, '/api/shares', 'PUT'), 404],
    ['PROPFIND', () => post({}, '/api/shares', 'PROPFIND'), 405],
    ['TRACE', () => post({}, '/api/health', 'TRACE', ''), 405],
    ['OPTIONS', () => post({}, '/api/run', 'OPTIONS', ''), 405],
    ['an unknown method', () => post({}, '/api/run', 'EVIL'), 400],
    ['a declared length over the limit', () => post({ 'Content-Length': '999999' }), 413],
    ['a negative length', () => post({ 'Content-Length': '-1' }), 400],
    ['two lengths', () => post({ 'Content-Length': '5, 6' }), 400],
    ['a length together with chunks', () => post({ 'Transfer-Encoding': 'chunked' }), 400],
    ['invalid chunks', () => post({ 'Content-Length': null, 'Transfer-Encoding': 'chunked' }), 400],
    ['an unknown transfer coding', () => post({ 'Content-Length': null, 'Transfer-Encoding': 'evil' }), 400],
    ['text that is not JSON', () => post({}, '/api/shares', 'POST', 'plan=1'), 400],
    ['a list', () => post({}, '/api/shares', 'POST', '[]'), 400],
    ['a prototype', () => post({}, '/api/shares', 'POST', '{"__proto__":{"snapshot":{}}}'), 400],
    ['deep JSON', () => post({}, '/api/shares', 'POST', '['.repeat(900) + ']'.repeat(900)), 400],
    ['huge headers', () => post({ 'X-Fill': 'x'.repeat(40_000) }), 431],
    ['a header with a line break', () => post({ 'X-A': 'b\nHost: evil.example' }), 400],
    ['an unknown route', () => read('/api/unheard-of', { 'X-Rye-Token': null }), 401],
    ['a route spelled in capitals', () => read('/API/health'), 404],
    ['a route behind two slashes', () => read('//api/health'), 404],
    ['an encoded path to a file outside the page', () => read('/..%2f..%2fpackage.json'), 404],
    ['a path with dots to a file outside the page', () => read('/assets/../../package.json'), 404],
    ['a hidden file', () => read('/.git/config'), 404],
    ['a path with NUL', () => read('/index.html%00.js'), 404],
    ['a path that is not text', () => read('/%ff%fe'), 404],
    ['an older protocol', () => 'GET /api/health\r\n\r\n', 400],
    ['a newer protocol', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a proxy request', () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 0],
  ])('the server refuses %s', async ([, request, status]) => {
    expect(await sent(request())).toBe(status)
    expect(await sent(read('/api/health'))).toBe(200)
  })
})

describe('slow clients', () => {
  const half = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{`
  test.for([
    { name: 'incomplete headers', bytes: 'GET / HTTP/1.1\r\nHost: loc', headersMs: 100, requestMs: 60_000 },
    { name: 'incomplete bodies', bytes: half, headersMs: 100, requestMs: 100 },
  ])('$name cause a timeout', async ({ bytes, headersMs, requestMs }) => {
    const door = await openDoor(testConfig([]), { headersMs, requestMs, checkMs: 20 })
    door.open((request) => request.resume())
    expect(await sent(bytes, String(door.port))).toBe(408)
    await door.close()
  })

  test.for([
    { what: 'late', bytes: half, status: 408, code: 'request-late' },
    {
      what: 'not HTTP',
      bytes: 'HELLO\r\n\r\n',
      status: 400,
      code: 'request-unreadable',
    },
    {
      what: 'too large',
      bytes: `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`,
      status: 431,
      code: 'headers-too-large',
    },
  ])('a request that is $what is refused with the standard error format', async ({ bytes, status, code }) => {
    const door = await openDoor(testConfig([]), { headersMs: 100, requestMs: 100, checkMs: 20 })
    door.open((request) => request.resume())
    const [head = '', body = ''] = (await answered(bytes, String(door.port), /\}$/)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('Connection: close')
    expect(head.includes('Retry-After: 1')).toBe(status === 408)
    expect(head).toContain(`Content-Length: ${body.length}`)
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String), hint: expect.any(String) } })
    await door.close()
  })

  test('a response in progress is not interrupted by an incomplete next request', async () => {
    const door = await openDoor(testConfig([]), { headersMs: 100, requestMs: 100, checkMs: 20 })
    door.open((_request, response) => void response.writeHead(200).write('begun'))
    const both = `GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT`
    expect(await answered(both, String(door.port), /never/)).not.toContain('408')
    await door.close()
  })

  // This test takes 30 s, so only nightly tests include it.
  test.runIf(isNightly)('have 10 s for the headers and 30 s for the whole request', async () => {
    const door = await openDoor(testConfig([]))
    door.open((request) => request.resume())
    const began = performance.now()
    const cutAfter = (bytes: string): Promise<number> =>
      sent(bytes, String(door.port)).then(() => Math.round((performance.now() - began) / 1000))
    const [headers, body] = await Promise.all([cutAfter('GET / HTTP/1.1\r\nHost: loc'), cutAfter(half)])
    expect([10, 11, 12]).toContain(headers)
    expect([30, 31, 32]).toContain(body)
    await door.close()
  })
})

test('starting on a taken port fails before any file is created', async () => {
  const runDir = mkdtempSync(join(tmpdir(), 'rye-taken-'))
  const config = testConfig(['--port', port, '--run-dir', runDir, '--share-dir', join(runDir, 'shares')])
  await expect(serve(config, literalEngine)).rejects.toThrow(`Port ${port} is in use`)
  expect(readdirSync(runDir)).toEqual([])
  rmSync(runDir, { recursive: true })
})
