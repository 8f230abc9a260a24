import { expect, test } from 'vitest'
import type { HttpOutcome } from '#core/run'
import {
  answerFromRecordings,
  parseRecordings,
  placeOfRecording,
  readRecordings,
  recordAnswer,
} from './recorded-http.ts'

const recordings = parseRecordings(
  JSON.stringify([
    { url: 'https://api.example/users/1', headers: { 'Content-Type': 'application/json' }, body: { name: 'Ada' } },
    { method: 'post', url: 'https://api.example/users', status_code: 201, body: '{"id":2}' },
    { url: 'https://api.example/search?*', body: 'found' },
    { url: 'https://api.example/events', body: 'event: a\ndata: one\n\ndata: two\ndata: more\n\n: note\n\n' },
    { url: 'https://*.example/*/end', body: 'wild' },
  ]),
)

test.for([
  { name: 'a JSON body', url: 'https://api.example/users/1', body: { name: 'Ada' } },
  { name: 'an address in another spelling', url: 'HTTPS://API.example:443/users/1', body: { name: 'Ada' } },
  {
    name: 'a method in lower case and a text that is JSON',
    method: 'POST',
    url: 'https://api.example/users',
    status: 201,
    body: { id: 2 },
  },
  { name: 'a wildcard at the end', url: 'https://api.example/search?q=1', body: 'found' },
  { name: 'wildcards in the middle', url: 'https://other.example/a/b/end', body: 'wild' },
  { name: 'a stream', url: 'https://api.example/events', mode: 'stream' as const, body: ['one', 'two\nmore'] },
])(
  'R15.2 a recording answers a request: $name',
  ({ method = 'GET', url, status = 200, mode = 'sync' as const, body }) => {
    const outcome = answerFromRecordings({ method, url, mode }, recordings ?? [])
    expect(outcome).toMatchObject({ ending: { kind: 'responded', status_code: status }, body, attempts: 1 })
  },
)

test.for([
  { method: 'DELETE', url: 'https://api.example/users/1' },
  { method: 'GET', url: 'https://api.example/users/10' },
  { method: 'GET', url: 'https://x.example/end' },
])('$method $url does not start, and the reason lists the recordings', ({ method, url }) => {
  const outcome = answerFromRecordings({ method, url, mode: 'sync' }, recordings ?? [])
  const reason = outcome.ending.kind === 'not-started' ? outcome.ending.reason : ''
  expect(reason).toContain(`${method} ${url}`)
  expect(reason).toContain('https://api.example/users/1')
})

test.for(['{', '[1]', '{"method":"GET"}', '{"url":"x","status_code":"200"}', '{"url":"x","headers":[]}'])(
  '%s is not a recording',
  (text) => {
    expect(parseRecordings(text)).toBeUndefined()
  },
)

test('a real response can be saved as a recording with the same response', () => {
  const request = { method: 'GET', url: 'https://api.example/x', mode: 'sync' } as const
  const real: HttpOutcome = {
    primitive: 'http_client',
    ending: { kind: 'responded', status_code: 404 },
    headers: { 'content-type': 'application/json', 'set-cookie': 'session=1' },
    body: { error: 'none' },
    attempts: 3,
    duration_ms: 12,
  }
  const kept = parseRecordings(JSON.stringify(recordAnswer(request, real)))
  expect(answerFromRecordings(request, kept ?? [])).toMatchObject({
    ending: real.ending,
    headers: { 'content-type': 'application/json' },
    body: real.body,
  })
  expect(recordAnswer(request, { ...real, ending: { kind: 'cancelled' } })).toBeUndefined()
})

test('a recording of the exact address answers before a pattern that also matches', () => {
  const both = parseRecordings('[{"url": "https://*", "body": "any"}, {"url": "https://a.example/", "body": "this"}]')
  const request = { method: 'GET', url: 'https://a.example/', mode: 'sync' } as const
  expect(answerFromRecordings(request, both ?? [])).toMatchObject({ body: 'this' })
})

test('a new answer replaces only the old answer to the same request', () => {
  const request = { method: 'GET', url: 'https://a.example/x', mode: 'sync' } as const
  const at = (files: Readonly<Record<string, string>>): string => placeOfRecording(request, files)
  const own = '/project/.ai/recordings/mine.json'
  const fresh = '/project/.ai/recordings/get-https-a-example-x.json'
  expect(at({})).toBe(fresh)
  expect(at({ [own]: '{"url": "https://a.example/x"}' })).toBe(own)
  expect(at({ [own]: '{"url": "https://a.example/*"}' })).toBe(fresh)
  expect(at({ [own]: '[{"url": "https://a.example/x"}, {"url": "https://b.example"}]' })).toBe(fresh)
})

test('recordings in a draft are read in both formats; other files are skipped', () => {
  const files = {
    '/project/.ai/recordings/a.json':
      '{"request": {"method": "GET", "url": "https://a.example/"}, "response": {"status_code": 200, "body": {"ok": true}}}',
    '/project/.ai/recordings/broken.json': '{',
    '/project/.ai/recordings/list.json':
      '[{"method": "POST", "url": "https://b.example/", "status_code": 404, "headers": {"x": "1"}, "body": null}]',
    '/project/other.json': '{"url": "https://c.example/"}',
  }
  const known = readRecordings(files)
  expect(known.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://a.example/',
    'POST https://b.example/',
  ])
  expect(answerFromRecordings({ method: 'get', url: 'https://a.example/', mode: 'sync' }, known).body).toEqual({
    ok: true,
  })
  expect(answerFromRecordings({ method: 'POST', url: 'https://b.example/', mode: 'sync' }, known)).toMatchObject({
    ending: { status_code: 404 },
    headers: { x: '1' },
  })
})
