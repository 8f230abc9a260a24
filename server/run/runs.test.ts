import { expect, test } from 'vitest'
import { openRuns } from './runs.ts'
import type { RunEvent } from './runs.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const bounds = { reconnectMs: 40, keepMs: 40, keepRuns: 2 }

test('a listener hears what was and what comes, after the number it names', () => {
  const runs = openRuns(bounds)
  const run = runs.open()
  run.publish('accepted', 1)
  run.publish('started', 2)
  const heard: RunEvent[] = []
  const stop = run.listen(1, (event) => heard.push(event))
  run.publish('stdout', 3)
  stop()
  run.publish('stdout', 4)
  expect(heard.map(({ number, data }) => [number, data])).toEqual([
    [2, 2],
    [3, 3],
  ])
  runs.close()
})

test('after the result nothing more is told', () => {
  const runs = openRuns(bounds)
  const run = runs.open()
  run.publish('result', 1)
  run.publish('stdout', 2)
  expect([run.isEnded, run.events.length]).toEqual([true, 1])
  runs.close()
})

test('a run that nobody hears is cancelled, unless somebody comes back in time', async () => {
  const runs = openRuns(bounds)
  const [left, resumed] = [runs.open(), runs.open()]
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

test('ended runs are kept for a while and forgotten then', async () => {
  const runs = openRuns(bounds)
  const run = runs.open()
  run.publish('result', null)
  expect(runs.find(run.id)).toBe(run)
  await pause(80)
  expect(runs.find(run.id)).toBeUndefined()
  runs.close()
})
