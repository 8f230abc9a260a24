import { expect, test } from 'vitest'
import { liveEvents } from './live-events.ts'

test('the first 10,000 events of a run are live', () => {
  const live: unknown[] = []
  const publish = liveEvents({ publish: (sent) => live.push(sent) })
  for (let number = 1; number <= 10_002; number++) publish(String(number))
  expect(live).toHaveLength(10_000)
  expect([live[0], live.at(-1)]).toEqual([
    { event: 'data', data: { data: '1' } },
    { event: 'data', data: { data: '10000' } },
  ])
})
