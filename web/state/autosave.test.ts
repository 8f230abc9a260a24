import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Autosave, autosaveTimes } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function typing(): { readonly kept: () => number; type(every: number, times: number): void } {
  let kept = 0
  const autosave = new Autosave(() => kept++)
  let end: (() => void) | undefined
  return {
    kept: () => kept,
    type(every, times) {
      for (let at = 0; at < times; at++) {
        end?.()
        end = autosave.changed()
        vi.advanceTimersByTime(every)
      }
    },
  }
}

test('a change is kept after a pause, once', () => {
  const { kept, type } = typing()
  type(10, 5)
  expect(kept()).toBe(0)
  vi.advanceTimersByTime(autosaveTimes.pause)
  expect(kept()).toBe(1)
})

test('typing that never pauses is kept in its midst', () => {
  const { kept, type } = typing()
  type(100, 30)
  expect(kept()).toBeGreaterThanOrEqual(Math.floor(3_000 / (autosaveTimes.most + 100)))
})
