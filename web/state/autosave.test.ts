import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Autosave, autosaveTimes } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function typing(): {
  readonly kept: () => number
  readonly rest: () => number
  type(every: number, times: number): void
} {
  let [kept, rest] = [0, 0]
  const autosave = new Autosave(
    () => kept++,
    () => rest++,
  )
  let end: (() => void) | undefined
  return {
    kept: () => kept,
    rest: () => rest,
    type(every, times) {
      for (let at = 0; at < times; at++) {
        end?.()
        end = autosave.changed()
        vi.advanceTimersByTime(every)
      }
    },
  }
}

test('a change is kept after a pause, once, and the rest with it', () => {
  const { kept, rest, type } = typing()
  type(10, 5)
  expect([kept(), rest()]).toEqual([0, 0])
  vi.advanceTimersByTime(autosaveTimes.pause)
  expect([kept(), rest()]).toEqual([1, 1])
  vi.runAllTimers()
  expect([kept(), rest()]).toEqual([1, 1])
})

test('typing that never pauses is kept in its midst, the rest only once it has paused', () => {
  const { kept, rest, type } = typing()
  type(100, 30)
  expect(kept()).toBeGreaterThanOrEqual(Math.floor(3_000 / (autosaveTimes.most + 100)))
  expect(rest()).toBe(0)
  vi.advanceTimersByTime(autosaveTimes.pause)
  expect(rest()).toBe(1)
})

test('the rest is kept also where the last change was kept in the midst of typing', () => {
  const { kept, rest, type } = typing()
  // The last of these comes right before a change may wait no longer.
  type(100, autosaveTimes.most / 100)
  vi.advanceTimersByTime(1)
  expect([kept(), rest()]).toEqual([1, 0])
  vi.runAllTimers()
  expect([kept(), rest()]).toEqual([1, 1])
})
