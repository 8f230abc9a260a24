import { afterEach, expect, test, vi } from 'vitest'
import { LongWork, Stopped } from './long-work.ts'

afterEach(() => vi.restoreAllMocks())

/** A clock that the work advances. */
function clock(): { ms: number } {
  const now = { ms: 0 }
  vi.spyOn(performance, 'now').mockImplementation(() => now.ms)
  return now
}

test('short work neither pauses nor reports progress', async () => {
  const now = clock()
  const waits = vi.spyOn(globalThis, 'setTimeout')
  const reports: number[] = []
  const work = new LongWork((done) => reports.push(done))
  for (let done = 1; done <= 10; done++) {
    now.ms++
    await work.rest(done)
  }
  expect(waits).not.toHaveBeenCalled()
  expect(reports).toEqual([])
})

test('long work lets the page draw after each frame and reports its progress regularly', async () => {
  const now = clock()
  const waits = vi.spyOn(globalThis, 'setTimeout')
  const reports: number[] = []
  const work = new LongWork((done) => reports.push(done))
  for (let done = 1; done <= 60; done++) {
    now.ms += 20
    await work.rest(done)
  }
  expect(waits).toHaveBeenCalledTimes(60)
  expect(reports).toEqual([25, 50])
})

test('stopped work ends at its next pause', async () => {
  const now = clock()
  const work = new LongWork(() => undefined)
  work.stop()
  await work.rest(1)
  now.ms += 20
  await expect(work.rest(2)).rejects.toThrow(Stopped)
})
