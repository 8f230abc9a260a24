import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchFile, tryAgain } from './try-again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The statuses that a host answers with, one per request; `down`: no answer. */
async function statusOf(...answers: (number | 'down')[]): Promise<string> {
  let requests = 0
  vi.stubGlobal('fetch', () => {
    const answer = answers[requests++]
    return answer === 'down' || answer === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(null, { status: answer }))
  })
  const end = fetchFile('/assets/part.js').then(
    ({ status }) => String(status),
    (error: unknown) => String(error),
  )
  await vi.runAllTimersAsync()
  return `${await end} after ${requests}`
}

test('a file that the host could not serve in time is fetched again', async () => {
  expect(await statusOf(503, 408, 200)).toBe('200 after 3')
  expect(await statusOf('down', 200)).toBe('200 after 2')
})

test('after the third attempt, the status of the host remains', async () => {
  expect(await statusOf(503, 503, 503, 200)).toBe('503 after 3')
  expect(await statusOf('down', 'down', 'down')).toBe('TypeError: Failed to fetch after 3')
})

test('a file that does not exist is not fetched again', async () => {
  expect(await statusOf(404, 200)).toBe('404 after 1')
})

test('an attempt receives how many attempts are left', async () => {
  const left: number[] = []
  const end = tryAgain((remaining) => {
    left.push(remaining)
    return Promise.reject(new Error('no'))
  }).catch(() => 'failed')
  await vi.runAllTimersAsync()
  expect(await end).toBe('failed')
  expect(left).toEqual([2, 1, 0])
})
