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

test('a change is saved once after a pause, together with the rest', () => {
  const { kept, rest, type } = typing()
  type(10, 5)
  expect([kept(), rest()]).toEqual([0, 0])
  vi.advanceTimersByTime(autosaveTimes.pause)
  expect([kept(), rest()]).toEqual([1, 1])
  vi.runAllTimers()
  expect([kept(), rest()]).toEqual([1, 1])
})

test('typing without a pause is saved at intervals, and the rest after a pause', () => {
  const { kept, rest, type } = typing()
  type(100, 30)
  expect(kept()).toBeGreaterThanOrEqual(Math.floor(3_000 / (autosaveTimes.most + 100)))
  expect(rest()).toBe(0)
  vi.advanceTimersByTime(autosaveTimes.pause)
  expect(rest()).toBe(1)
})

test('the rest is saved after a pause even if the last change is already saved', () => {
  const { kept, rest, type } = typing()
  // The last change arrives just before the maximum delay ends.
  type(100, autosaveTimes.most / 100)
  vi.advanceTimersByTime(1)
  expect([kept(), rest()]).toEqual([1, 0])
  vi.runAllTimers()
  expect([kept(), rest()]).toEqual([1, 1])
})
