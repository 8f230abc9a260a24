import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerMs, askPlan, serverHealth } from './client.ts'

const draft = { format: 1, name: 'Draft', dialect: 'lillux', search: 'scoped', dev_mode: true } as const
const snapshot = { ...draft, bundle: { id: 'b', version: '1.0.0' }, item_id: 't', parameters: '', files: {} }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { href: 'http://localhost/' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that never responds. An aborted request rejects, as in a browser. */
const silent = (_: URL, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))

/** A server that starts a response and never sends its body. */
const halfway = (_: URL, { signal }: RequestInit): Promise<Response> => {
  const body = new ReadableStream({
    start: (sink) => signal?.addEventListener('abort', () => sink.error(new DOMException('', 'AbortError'))),
  })
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
}

test.for([
  { what: 'a request for a plan', server: silent, ask: () => askPlan(snapshot, 'a'.repeat(32)) },
  { what: 'a response without an end', server: halfway, ask: () => askPlan(snapshot, 'a'.repeat(32)) },
  { what: 'a check for a server', server: silent, ask: serverHealth },
])('$what fails after the timeout with a message and a hint', async ({ server, ask }) => {
  vi.stubGlobal('fetch', server)
  const ended = vi.fn()
  const asked = ask().catch(ended)
  await vi.advanceTimersByTimeAsync(answerMs - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledWith(
    expect.objectContaining({
      code: 'no-answer',
      message: 'The server did not answer within 30 s.',
      hint: 'Check that it is running, then try again.',
    }),
  )
  await asked
})

test('a missing server is not an error and leaves no timer behind', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await serverHealth()).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
