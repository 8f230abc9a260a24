import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FramePace } from './frame-pace.ts'

// Streamed output leaves time for frames.

let frames: (() => void)[] = []

beforeEach(() => {
  frames = []
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns a function that checks whether the caller can continue without waiting. */
async function goesOn(pace: FramePace): Promise<() => Promise<boolean>> {
  let done = false
  void pace.keep().then(() => (done = true))
  await vi.advanceTimersByTimeAsync(0)
  return async () => (await vi.advanceTimersByTimeAsync(0), done)
}

test('a call soon after a frame continues immediately', async () => {
  const pace = new FramePace()
  vi.advanceTimersByTime(5)
  expect(await (await goesOn(pace))()).toBe(true)
  expect(frames).toHaveLength(0)
})

test('late callers wait for a frame, and all callers that share the pace wait for the same frame', async () => {
  const pace = new FramePace()
  vi.advanceTimersByTime(9)
  const both = [await goesOn(pace), await goesOn(pace)]
  expect(await Promise.all(both.map((done) => done()))).toEqual([false, false])
  expect(frames).toHaveLength(1)
  frames[0]!()
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(both.map((done) => done()))).toEqual([true, true])
  expect(await (await goesOn(pace))()).toBe(true)
  expect(frames).toHaveLength(1)
})

test('a hidden page draws no frame, and no caller waits forever', async () => {
  const pace = new FramePace()
  vi.advanceTimersByTime(9)
  const done = await goesOn(pace)
  await vi.advanceTimersByTimeAsync(49)
  expect(await done()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await done()).toBe(true)
})
