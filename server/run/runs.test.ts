import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRuns } from './runs.ts'
import type { NumberedEvent } from './runs.ts'
import type { SentEvent } from './result-message.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const bounds = { reconnectMs: 40, keepMs: 40, keepRuns: 2, keepBytes: 1e6 }
const printed = (text: string): SentEvent => ({ event: 'stdout', data: { text } })
const result: SentEvent = { event: 'result', text: '{"success":true}' }

test('a listener receives past and future events after its last event number', () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  run.publish(printed('1'))
  run.publish(printed('2'))
  const received: NumberedEvent[] = []
  const stop = run.listen(1, (event) => received.push(event))
  run.publish(printed('3'))
  stop()
  run.publish(printed('4'))
  expect(received.map(({ number, text }) => [number, text])).toEqual([
    [2, '{"text":"2"}'],
    [3, '{"text":"3"}'],
  ])
})

test('no events are published after the result', () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  run.publish(result)
  run.publish(printed('2'))
  expect([run.isEnded, run.events.length]).toEqual([true, 1])
})

test('a run without listeners is canceled, unless one reconnects in time', () => {
  const runs = openRuns(bounds)
  const [left, resumed] = [runs.open(null), runs.open(null)]
  const cancelled: string[] = []
  left.onCancel(() => cancelled.push('left'))
  resumed.onCancel(() => cancelled.push('resumed'))
  left.listen(0, () => {})()
  resumed.listen(0, () => {})()
  vi.advanceTimersByTime(39)
  resumed.listen(0, () => {})
  expect(cancelled).toEqual([])
  vi.advanceTimersByTime(1)
  expect(cancelled).toEqual(['left'])
  vi.advanceTimersByTime(1000)
  expect(cancelled).toEqual(['left'])
})

test('a run is canceled only after its last listener leaves', () => {
  const run = openRuns(bounds).open(null)
  let cancelled = 0
  run.onCancel(() => cancelled++)
  const [first, last] = [run.listen(0, () => {}), run.listen(0, () => {})]
  first()
  first()
  vi.advanceTimersByTime(1000)
  expect(cancelled).toBe(0)
  last()
  vi.advanceTimersByTime(40)
  expect(cancelled).toBe(1)
})

test.for(['before', 'after'] as const)('a run that ends %s its last listener leaves is not canceled', (when) => {
  const run = openRuns(bounds).open(null)
  let cancelled = 0
  run.onCancel(() => cancelled++)
  const stop = run.listen(0, () => {})
  if (when === 'before') run.publish(result)
  stop()
  if (when === 'after') run.publish(result)
  vi.advanceTimersByTime(39)
  expect([cancelled, vi.getTimerCount()]).toEqual([0, 1])
  vi.advanceTimersByTime(1000)
  expect(cancelled).toBe(0)
})

test('a run is canceled by its current action, and cannot be canceled before it has an action', () => {
  const run = openRuns(bounds).open('session')
  run.cancel()
  const cancelled: string[] = []
  run.onCancel(() => cancelled.push('once'))
  run.cancel()
  expect([cancelled, run.session, run.id]).toEqual([['once'], 'session', expect.stringMatching(/^[0-9a-f]{32}$/)])
})

test('a dropped run is not found', () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  expect(runs.find(run.id)).toBe(run)
  runs.drop(run.id)
  expect(runs.find(run.id)).toBeUndefined()
})

test('a listener that leaves while an event is published does not affect the others', () => {
  const run = openRuns(bounds).open(null)
  const received: string[] = []
  const stop = run.listen(-1, () => {
    received.push('first')
    stop()
  })
  run.listen(0, () => received.push('second'))
  run.publish(printed('1'))
  run.publish(printed('2'))
  expect(received).toEqual(['first', 'second', 'second'])
})

test('a run without a walk knows no question and cannot be steered, and a walk receives answers and steering', () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  const step = { steer: { kind: 'step' } } as const
  expect([run.answer('q', 'd', 'this'), run.steer(step)]).toEqual(['unknown', false])
  const received: unknown[] = []
  run.onAnswer((...answer) => {
    received.push(answer)
    return 'taken'
  })
  run.onSteer((message) => received.push(message))
  expect([run.answer('q', 'd', 'this'), run.steer(step)]).toEqual(['taken', true])
  expect(received).toEqual([['q', 'd', 'this'], step])
})

test('an ended run accepts no answer and no steering', () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  let received = 0
  run.onAnswer(() => (received++, 'taken'))
  run.onSteer(() => received++)
  const word = { steer: { kind: 'go' } } as const
  expect([run.answer('q', 'd', 'node'), run.steer(word)]).toEqual(['taken', true])
  run.publish(result)
  expect([run.answer('q', 'd', 'node'), run.steer(word), received]).toEqual(['unknown', false, 2])
})

test('ended runs are stored for a while, then dropped', () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  run.publish(result)
  vi.advanceTimersByTime(39)
  expect(runs.find(run.id)).toBe(run)
  vi.advanceTimersByTime(1)
  expect(runs.find(run.id)).toBeUndefined()
})

test('the number of stored ended runs is limited: the oldest are dropped first, and active runs stay', () => {
  const runs = openRuns({ ...bounds, keepMs: 60_000 })
  const running = runs.open(null)
  const ended = [runs.open(null), runs.open(null), runs.open(null)]
  for (const run of ended) run.publish(result)
  expect([running, ...ended].map(({ id }) => runs.find(id) !== undefined)).toEqual([true, false, true, true])
})

test.for([
  { keepBytes: 2 * (2000 + 16 + 2 * 120), left: [false, true, true] },
  { keepBytes: 2 * (2000 + 16 + 2 * 120) - 1, left: [false, false, true] },
])('kept_result_bytes: above $keepBytes, the oldest results are dropped first', ({ keepBytes, left }) => {
  const runs = openRuns({ ...bounds, keepMs: 60_000, keepRuns: 100, keepBytes })
  const ended = [0, 1, 2].map(() => {
    const run = runs.open(null)
    // An event of 2,000 characters and a result of 16, each with 120 bytes for its place in the list.
    run.publish(printed('x'.repeat(2000 - '{"text":""}'.length)))
    run.publish(result)
    return run
  })
  expect(ended.map(({ id }) => runs.find(id) !== undefined)).toEqual(left)
})
