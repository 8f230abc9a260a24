import { expect, test } from 'vitest'
import { openRuns } from './runs.ts'
import type { NumberedEvent } from './runs.ts'
import type { SentEvent } from './result-message.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
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
  runs.close()
})

test('no events are published after the result', () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  run.publish(result)
  run.publish(printed('2'))
  expect([run.isEnded, run.events.length]).toEqual([true, 1])
  runs.close()
})

test('a run without listeners is canceled, unless one reconnects in time', async () => {
  const runs = openRuns(bounds)
  const [left, resumed] = [runs.open(null), runs.open(null)]
  const cancelled: string[] = []
  left.onCancel(() => cancelled.push('left'))
  resumed.onCancel(() => cancelled.push('resumed'))
  left.listen(0, () => {})()
  resumed.listen(0, () => {})()
  await pause(10)
  resumed.listen(0, () => {})
  await pause(80)
  expect(cancelled).toEqual(['left'])
  runs.close()
})

test('an ended run is not canceled when its last listener leaves', async () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  let cancelled = 0
  run.onCancel(() => cancelled++)
  const stop = run.listen(0, () => {})
  run.publish(result)
  stop()
  await pause(80)
  expect(cancelled).toBe(0)
  runs.close()
})

test('a run without a walk knows no question and cannot be steered, and a walk receives both', () => {
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
  runs.close()
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
  runs.close()
})

test('ended runs are stored for a while, then dropped', async () => {
  const runs = openRuns(bounds)
  const run = runs.open(null)
  run.publish(result)
  expect(runs.find(run.id)).toBe(run)
  await pause(80)
  expect(runs.find(run.id)).toBeUndefined()
  runs.close()
})

test('the number of stored ended runs is limited: the oldest are dropped first, and active runs stay', () => {
  const runs = openRuns({ ...bounds, keepMs: 60_000 })
  const running = runs.open(null)
  const ended = [runs.open(null), runs.open(null), runs.open(null)]
  for (const run of ended) run.publish(result)
  expect([running, ...ended].map(({ id }) => runs.find(id) !== undefined)).toEqual([true, false, true, true])
  runs.close()
})

test('kept_result_bytes: above the limit, the oldest large results are dropped first', () => {
  const runs = openRuns({ ...bounds, keepMs: 60_000, keepRuns: 100, keepBytes: 5000 })
  const ended = [2000, 2000, 2000].map((length) => {
    const run = runs.open(null)
    run.publish(printed('x'.repeat(length)))
    run.publish(result)
    return run
  })
  expect(ended.map(({ id }) => runs.find(id) !== undefined)).toEqual([false, true, true])
  runs.close()
})
