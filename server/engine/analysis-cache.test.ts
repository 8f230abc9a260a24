import { expect, test } from 'vitest'
import { receivedText, textOfBody } from '../protocol/receive-body.ts'
import type { AnalysisReply } from './analysis.ts'
import { cachedAnalyses } from './analysis-cache.ts'
import type { AnalysisTask, Caller } from './host.ts'

const task = (body: string): AnalysisTask => ({
  body: receivedText(body),
  interpreters: [],
  programs: null,
})
const caller = (signal = new AbortController().signal): Caller => ({ client: 'c', signal })
const bounds = { count: 3, bytes: 1000, keptMs: 1000 }

/** A fake pool that records requests and responds when the test triggers it. */
function pool() {
  const asked: string[] = []
  const gates: (() => void)[] = []
  return {
    asked,
    open: () => gates.splice(0).forEach((gate) => gate()),
    run: async ({ body }: AnalysisTask, { signal }: Caller): Promise<AnalysisReply> => {
      const text = textOfBody(body)
      asked.push(text)
      await new Promise<void>((resolve) => gates.push(resolve))
      signal.throwIfAborted()
      return { kind: 'refused', status: 422, code: text, message: '', hint: '' }
    },
    close: () => Promise.resolve(),
  }
}

test('a thousand readers of one link share one analysis', async () => {
  const behind = pool()
  const cache = cachedAnalyses(behind, bounds)
  const readers = Array.from({ length: 500 }, () => cache.run(task('link'), caller()))
  behind.open()
  const first = await Promise.all(readers)
  const later = await Promise.all(Array.from({ length: 500 }, () => cache.run(task('link'), caller())))
  expect(behind.asked).toEqual(['link'])
  expect(new Set([...first, ...later]).size).toBe(1)
})

test('a different draft, interpreter or program output requires another analysis', async () => {
  const behind = pool()
  const cache = cachedAnalyses(behind, bounds)
  const tasks = [
    task('a'),
    task('b'),
    { ...task('a'), interpreters: ['/usr/bin/python3'] },
    { ...task('a'), programs: [{ argv: ['x'], return_code: 0, stdout: '' }] },
  ]
  const answers = tasks.map((one) => cache.run(one, caller()))
  behind.open()
  await Promise.all(answers)
  expect(behind.asked).toEqual(['a', 'b', 'a', 'a'])
})

test('the other clients get the analysis when the client that started it disconnects', async () => {
  const behind = pool()
  const cache = cachedAnalyses(behind, bounds)
  const leaver = new AbortController()
  const first = cache.run(task('link'), caller(leaver.signal))
  const second = cache.run(task('link'), caller())
  leaver.abort()
  behind.open()
  await expect(first).rejects.toThrow()
  await expect.poll(() => behind.asked.length).toBe(2)
  behind.open()
  expect(await second).toMatchObject({ code: 'link' })
})

test('the cache is limited by count, bytes and time; the oldest answers are evicted first', async () => {
  let clock = 0
  const behind = pool()
  const cache = cachedAnalyses(behind, bounds, () => clock)
  const ask = async (body: string): Promise<number> => {
    const before = behind.asked.length
    const answer = cache.run(task(body), caller())
    await Promise.resolve()
    behind.open()
    await answer
    return behind.asked.length - before
  }
  for (const body of ['a', 'b', 'c', 'd']) expect(await ask(body)).toBe(1)
  expect([await ask('d'), await ask('b'), await ask('a')]).toEqual([0, 0, 1])
  expect(await ask('x'.repeat(1000))).toBe(1)
  expect(await ask('d')).toBe(1)
  clock = 1001
  expect(await ask('d')).toBe(1)
})
