import { expect, test } from 'vitest'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import type { Dict, Value } from '../read/value/value.ts'
import type { StepAddress } from './address.ts'
import { Steering, type Steer } from './steering.ts'

// R16.8, seen: stepping, pausing and running to a node, the same in the page and on a server.

function steered(start: Steer) {
  const told: string[] = []
  const clock = { now: 100 }
  const steering = new Steering(start, () => clock.now, {
    held: ({ address }) => told.push(address),
    wentOn: () => told.push('goes on'),
  })
  const wait = (address: StepAddress): Promise<Dict | null> => steering.hold({ address, state: new Map() })
  return { steering, told, clock, wait }
}

const at = (node: string, ...graph: string[]): StepAddress => ({
  graph,
  node,
  visit: 1,
  attempt: 1,
  item: null,
  hook: null,
})
const keys = (json: JsonValue): Value => decodeValue(json)

test('steps that wait side by side are shown one after the other, and all of them go on', async () => {
  const { steering, told, wait } = steered({ kind: 'step' })
  const waits = [wait(at('a', 'each@1.1[0]')), wait(at('a', 'each@1.1[1]')), wait(at('a', 'each@1.1[2]'))]
  expect(told).toEqual(['each@1.1[0]/a@1.1'])
  steering.steer({ kind: 'step' }, { by: 'hand' })
  expect(told.at(-1)).toBe('each@1.1[1]/a@1.1')
  // What would not wait any more goes on with it.
  steering.steer({ kind: 'go' })
  expect(await Promise.all(waits)).toEqual([keys({ by: 'hand' }), null, null])
  expect(told.at(-1)).toBe('goes on')
})

test('who steps over stays in the graph where the walk waits', async () => {
  const { steering, wait } = steered({ kind: 'step' })
  const waits = wait(at('calls'))
  steering.steer({ kind: 'over' })
  await waits
  expect([steering.holds(at('inner', 'calls@1.1')), steering.holds(at('next'))]).toEqual([false, true])
})

test('a node to run to and chosen nodes count in the outermost graph alone; cancelling waits for nothing', () => {
  const { steering } = steered({ kind: 'to', node: 'b' })
  expect(['a', 'b'].map((node) => steering.holds(at(node)))).toEqual([false, true])
  expect(steering.holds(at('b', 'calls@1.1'))).toBe(false)
  steering.steer({ kind: 'go' })
  steering.breakAt(['a'])
  expect(['a', 'b'].map((node) => steering.holds(at(node)))).toEqual([true, false])
  steering.steer({ kind: 'cancel' })
  expect([steering.holds(at('a')), steering.isCancelled]).toEqual([false, true])
})

test('the clock of the walk stands still while a person thinks', async () => {
  const { steering, clock, wait } = steered({ kind: 'pause' })
  const waits = wait(at('a'))
  clock.now = 5000
  expect(steering.milliseconds()).toBe(100)
  steering.steer({ kind: 'pause' })
  steering.steer({ kind: 'go' })
  await waits
  clock.now = 5001
  expect(steering.milliseconds()).toBe(101)
})
