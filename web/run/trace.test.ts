import { afterEach, expect, test, vi } from 'vitest'
import { askPlan, startRun } from './client.ts'
import { newTrace, traceparentOf } from './trace.ts'

afterEach(() => vi.unstubAllGlobals())

test('traces and requests have different IDs in the format of W3C Trace Context', () => {
  const trace = newTrace()
  const first = traceparentOf(trace)
  expect(first).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))
  expect(trace).toMatch(/^[0-9a-f]{32}$/)
  expect(traceparentOf(trace)).not.toBe(first)
  expect(newTrace()).not.toBe(trace)
})

test('the plan request and the run request carry the trace ID of the click', async () => {
  const asked: [path: string, traceparent: string | null][] = []
  vi.stubGlobal('location', { href: 'http://localhost/' })
  vi.stubGlobal('fetch', (url: URL, { headers }: RequestInit) => {
    asked.push([url.pathname, new Headers(headers).get('traceparent')])
    return Promise.resolve(
      Response.json({ error: { code: 'busy', message: 'All runs are taken.', hint: '' } }, { status: 503 }),
    )
  })
  const draft = { format: 1, name: 'Draft', dialect: 'lillux', search: 'scoped', dev_mode: true } as const
  const snapshot = { ...draft, bundle: { id: 'b', version: '1.0.0' }, item_id: 't', parameters: '', files: {} }
  const trace = newTrace()
  await expect(askPlan(snapshot, trace)).rejects.toMatchObject({ code: 'busy' })
  await expect(startRun({ nonce: 'n', digest: 'd'.repeat(64) }, trace)).rejects.toMatchObject({ code: 'busy' })
  expect(asked).toEqual(
    ['/api/plan', '/api/run'].map((path) => [path, expect.stringMatching(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))]),
  )
})
