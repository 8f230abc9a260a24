import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EndedRun, SentEvent } from '../run/result-message.ts'
import { TakenRun } from './taken-run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ended = { figures: {}, text: '{}', withoutOutput: '{}' } as unknown as EndedRun
const output = (text: string): SentEvent => ({ event: 'stdout', data: { text } })
const batch = (first: number, ...texts: readonly string[]) => ({ first, events: texts.map(output) })
const full = new Error('OOM command not allowed')

/** A run with a store that answers with these values in order; it throws an error among them. */
function taken(answers: {
  readonly append?: readonly (boolean | Error)[]
  readonly end?: readonly (boolean | undefined | Error)[]
}) {
  const appended: unknown[] = []
  const endings: unknown[] = []
  const logged: unknown[] = []
  const [append, end] = [[...(answers.append ?? [])], [...(answers.end ?? [])]]
  const next = <T>(from: (T | Error)[]): Promise<T> => {
    const answer = from.shift()
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as T)
  }
  const store = {
    append(_id: string, _token: string, sent: unknown) {
      appended.push(sent)
      return append.length === 0 ? Promise.resolve(true) : next(append)
    },
    end(_run: unknown, _result: unknown, _took: number | null, last?: unknown) {
      endings.push(last)
      return next<boolean | undefined>(end)
    },
  }
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => logged.push((JSON.parse(line) as { msg: string }).msg) },
  )
  return { run: new TakenRun(store, 'id', 'token', log), appended, endings, logged }
}

test('simultaneous events form one batch of at most 64', async () => {
  const { run, appended } = taken({})
  const texts = Array.from({ length: 65 }, (_, at) => String(at))
  for (const text of texts) run.publish(output(text))
  await vi.advanceTimersByTimeAsync(0)
  expect(appended).toEqual([batch(1, ...texts.slice(0, 64)), batch(65, '64')])
})

test('a failed batch is sent again after a pause, before later events', async () => {
  const { run, appended, logged } = taken({ append: [new Error('lost'), true, true] })
  run.publish(output('a'))
  await vi.advanceTimersByTimeAsync(249)
  expect(appended).toEqual([batch(1, 'a')])
  await vi.advanceTimersByTimeAsync(1)
  run.publish(output('b'))
  await vi.advanceTimersByTimeAsync(0)
  expect(appended.slice(1)).toEqual([batch(1, 'a'), batch(2, 'b')])
  expect(logged).toEqual(['events'])
})

test('a full Redis drops a batch after nine attempts and receives the next one', async () => {
  const { run, appended } = taken({ append: Array.from({ length: 9 }, () => full) })
  run.publish(output('a'))
  await vi.advanceTimersByTimeAsync(9 * 250 - 1)
  expect(appended).toHaveLength(9)
  run.publish(output('b'))
  await vi.advanceTimersByTimeAsync(1)
  expect(appended.slice(9)).toEqual([batch(1, 'b')])
})

test('an error other than a full Redis never drops a batch', async () => {
  const { run, appended } = taken({ append: Array.from({ length: 12 }, () => new Error('lost')) })
  run.publish(output('a'))
  await vi.advanceTimersByTimeAsync(12 * 250)
  expect(appended.at(-1)).toEqual(batch(1, 'a'))
  expect(appended).toHaveLength(13)
})

test('a run that another process ended is aborted and sends nothing more', async () => {
  const { run, appended } = taken({ append: [false] })
  run.publish(output('a'))
  await vi.advanceTimersByTimeAsync(0)
  expect(run.signal.aborted).toBe(true)
  run.publish(output('b'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(appended).toHaveLength(1)
})

test('the ending contains the events that no batch contains yet', async () => {
  const { run, endings } = taken({ end: [true] })
  run.publish(output('a'))
  await vi.advanceTimersByTimeAsync(0)
  run.publish(output('b'))
  expect(await run.end(ended, 5)).toBe(true)
  expect(endings).toEqual([batch(2, 'b')])
})

test('an ending that fails is logged and stored again without its events', async () => {
  const { run, endings, logged } = taken({ end: [new Error('lost'), true] })
  expect(await run.end(ended, 5)).toBe(true)
  expect(endings).toEqual([batch(1), undefined])
  expect(logged).toEqual(['ending'])
})

test.for([
  [[false], false],
  [[undefined, false], false],
  [[undefined, true], true],
] as const)('if the store answers %j, this worker ended the run: %s', async ([end, isEnded]) => {
  const { run, endings } = taken({ end })
  expect(await run.end(ended, 5)).toBe(isEnded)
  expect(endings).toHaveLength(end.length)
})

test('more than 64 waiting events are appended before the ending', async () => {
  const { run, appended, endings } = taken({ end: [true] })
  for (let at = 0; at < 65; at++) run.publish(output(String(at)))
  expect(await run.end(ended, 5)).toBe(true)
  expect([appended.length, endings]).toEqual([2, [undefined]])
})

test('a run receives each message once, and ends when the reply to its heartbeat requires it', () => {
  const { run } = taken({})
  const received: unknown[] = []
  run.onSteer((message) => received.push(message))
  run.onAnswer((question, digest, answer) => {
    received.push([question, digest, answer])
    return 'taken'
  })
  const step = { steer: { kind: 'step' } } as const
  const messages = [
    { number: 1, kind: 'steer', value: step },
    { number: 2, kind: 'answer', value: { question: 'q', digest: 'd', answer: 'this' } },
  ] as unknown as Parameters<typeof run.receive>[0]['messages']
  run.receive({ state: 'continues', messages })
  run.receive({ state: 'continues', messages })
  expect(received).toEqual([step, ['q', 'd', 'this']])
  expect([run.lastMessage, run.signal.aborted]).toEqual([2, false])
  run.receive({ state: 'cancelled', messages: [] })
  expect(run.signal.aborted).toBe(true)
})
