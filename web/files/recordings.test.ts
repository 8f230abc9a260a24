import { expect, test } from 'vitest'
import { answerRecorded, readRecordings } from './recordings.ts'

const files = {
  '/project/.ai/recordings/a.json':
    '{"request": {"method": "GET", "url": "https://a.example/"}, "response": {"status_code": 200, "body": {"ok": true}}}',
  '/project/.ai/recordings/broken.json': '{',
  '/project/.ai/recordings/list.json':
    '[{"method": "POST", "url": "https://b.example/", "status_code": 404, "headers": {"x": "1"}, "body": null}]',
  '/project/other.json': '{"url": "https://c.example/"}',
}

test('recordings are read in both shapes; what is none is left out', () => {
  expect(readRecordings(files).map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://a.example/',
    'POST https://b.example/',
  ])
})

test('a request is answered by its recording, or not started with what is recorded', () => {
  const known = readRecordings(files)
  expect(answerRecorded({ method: 'get', url: 'https://a.example/' }, known)).toMatchObject({
    ending: { kind: 'responded', status_code: 200 },
    body: { ok: true },
  })
  expect(answerRecorded({ method: 'POST', url: 'https://b.example/' }, known)).toMatchObject({
    ending: { status_code: 404 },
    headers: { x: '1' },
  })
  const missing = answerRecorded({ method: 'GET', url: 'https://z.example/' }, known)
  expect(missing.ending).toMatchObject({ kind: 'not-started' })
  expect(JSON.stringify(missing)).toContain('GET https://a.example/')
})
