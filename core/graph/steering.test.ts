import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, type Dict, type Value } from '../read/value/value.ts'
import type { StepAddress } from './address.ts'
import type { ReachedStep } from './breakpoint.ts'
import { Steering, type Steer } from './steering.ts'

// R16.8: stepping, pausing and running to a node. The page and the server use the same code.

function steered(start: Steer) {
  const reported: string[] = []
  const clock = { now: 100 }
  const steering = new Steering(start, () => clock.now, {
    held: ({ address }) => reported.push(address),
    wentOn: () => reported.push('resumed'),
  })
  const wait = (address: StepAddress): Promise<Dict | null> => steering.hold(reached(address))
  return { steering, reported, clock, wait }
}

const at = (node: string, ...graph: string[]): StepAddress => ({
  graph,
  node,
  visit: 1,
  attempt: 1,
  item: null,
  hook: null,
})
const reached = (address: StepAddress, item_id = 'outer', state: JsonValue = {}): ReachedStep => {
  const dict = decodeValue(state)
  return { address, item_id, state: isDict(dict) ? dict : new Map() }
}
const keys = (json: JsonValue): Value => decodeValue(json)

test('parallel waiting steps are shown in sequence, and all of them resume', async () => {
  const { steering, reported, wait } = steered({ kind: 'step' })
  const waits = [wait(at('a', 'each@1.1[0]')), wait(at('a', 'each@1.1[1]')), wait(at('a', 'each@1.1[2]'))]
  expect(reported).toEqual(['each@1.1[0]/a@1.1'])
  steering.steer({ kind: 'step' }, { by: 'hand' })
  expect(reported.at(-1)).toBe('each@1.1[1]/a@1.1')
  // Other steps that no longer have to wait also resume.
  steering.steer({ kind: 'go' })
  expect(await Promise.all(waits)).toEqual([keys({ by: 'hand' }), null, null])
  expect(reported.at(-1)).toBe('resumed')
})

test('stepping over stays in the graph of the waiting step', async () => {
  const { steering, wait } = steered({ kind: 'step' })
  const waits = wait(at('calls'))
  steering.steer({ kind: 'over' })
  await waits
  expect([reached(at('inner', 'calls@1.1')), reached(at('next'))].map((step) => steering.holds(step))).toEqual([
    false,
    true,
  ])
})

test('run-to nodes and chosen nodes apply only to the outermost graph, and a canceled walk never waits', () => {
  const { steering } = steered({ kind: 'to', node: 'b' })
  const holds = (node: string, ...graph: string[]) => steering.holds(reached(at(node, ...graph)))
  expect(['a', 'b'].map((node) => holds(node))).toEqual([false, true])
  expect(holds('b', 'calls@1.1')).toBe(false)
  steering.steer({ kind: 'go' })
  steering.breakAt([{ node: 'a' }])
  expect(['a', 'b'].map((node) => holds(node))).toEqual([true, false])
  expect(holds('a', 'calls@1.1')).toBe(false)
  steering.steer({ kind: 'cancel' })
  expect([holds('a'), steering.isCancelled]).toEqual([false, true])
})

test('a breakpoint in a called graph applies in every run of that graph, and in no other graph', () => {
  const { steering } = steered({ kind: 'go' })
  steering.breakAt([{ graph: 'lib/inner', node: 'a' }])
  const holds = (item_id: string, ...graph: string[]) => steering.holds(reached(at('a', ...graph), item_id))
  expect(holds('lib/inner', 'calls@1.1', 'each@1.1[2]')).toBe(true)
  expect(holds('lib/inner')).toBe(true)
  expect(holds('lib/other', 'calls@1.1')).toBe(false)
  expect(holds('outer')).toBe(false)
})

test.for([
  { when: { path: 'state.n', op: 'gt', value: 2 }, state: { n: 3 }, holds: true },
  { when: { path: 'state.n', op: 'gt', value: 2 }, state: { n: 2 }, holds: false },
  { when: { any: [{ path: 'inputs.who', value: 'ada' }, { path: 'state.n' }] }, state: { inputs: { who: 'ada' } }, holds: true },
  // R16.4: a condition that cannot be evaluated is false.
  { when: { path: 'state.n', op: 'grater', value: 2 }, state: { n: 3 }, holds: false },
  { when: null, state: {}, holds: true },
  // A value too large for the condition pauses the walk, because the user asked to pause before this node.
  { when: { path: 'state.n', op: 'regex', value: 'b' }, state: { n: ['a'.repeat(limits.graphValueLength)] }, holds: true },
] as const)('a walk with the state $state waits at a breakpoint with the condition $when: $holds', ({ when, state, holds }) => {
  const { steering } = steered({ kind: 'go' })
  steering.breakAt([{ node: 'a', when: when as JsonValue }])
  expect(steering.holds(reached(at('a'), 'outer', state as JsonValue))).toBe(holds)
}) // prettier-ignore

test('a node with two breakpoints pauses the walk when either condition is met', () => {
  const { steering } = steered({ kind: 'go' })
  const when = (value: number) => ({ path: 'state.n', value })
  steering.breakAt([1, 2].map((value) => ({ node: 'a', when: when(value) })))
  expect([1, 2, 3].map((n) => steering.holds(reached(at('a'), 'outer', { n })))).toEqual([true, true, false])
})

test("the walk's clock stops during a pause", async () => {
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
