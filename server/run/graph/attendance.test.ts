import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Attendance } from './attendance.ts'

// R16.8 on a server: a walk waits for its user for a limited time.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const held = { address: 'a@1.1/b@1.1', node: 'b', graph: 'a@1.1' }

function attendance() {
  const reported: unknown[] = []
  const said: unknown[] = []
  const one = new Attendance({
    waitMs: 1000,
    publish: (message) => reported.push(message),
    steer: (message) => said.push(message),
  })
  return { one, reported, said }
}

test('a walk without an answer ends after the timeout and reports it', () => {
  const { one, reported, said } = attendance()
  one.holding(held)
  vi.advanceTimersByTime(1000)
  expect(said).toEqual([{ steer: { kind: 'cancel' } }])
  one.holding(null)
  expect(reported).toEqual([
    { kind: 'held', graph: ['a@1.1'], address: 'a@1.1/b@1.1', node: 'b' },
    { kind: 'went_on', graph: [], by: 'nobody' },
  ])
})

test('each pause of a walk has the full timeout, and an ended walk has none', () => {
  const { one, reported, said } = attendance()
  one.holding(held)
  vi.advanceTimersByTime(999)
  one.holding({ ...held, address: 'a@1.1/c@1.1', node: 'c' })
  vi.advanceTimersByTime(999)
  one.holding(null)
  one.holding(held)
  one.close()
  vi.advanceTimersByTime(5000)
  expect(said).toEqual([])
  expect(reported).toContainEqual({ kind: 'went_on', graph: [], by: 'person' })
})
