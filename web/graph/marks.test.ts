import { expect, test } from 'vitest'
import { linkedStepIn, linkToStep } from './linked-step.ts'
import { marksOf, withSkipped } from './marks.ts'

test('nodes that a walk never reached are marked as skipped', () => {
  const marks = withSkipped(new Map([['a', { state: 'done', visits: 1 }]]), ['a', 'b'])
  expect([...marks].map(([name, { state }]) => [name, state])).toEqual([
    ['a', 'done'],
    ['b', 'skipped'],
  ])
})

test('a link to a step survives the round trip, special characters included', () => {
  for (const step of [
    { at: 'each@1.1[1]/ren%2Fder@1.2', pins: '/project/.ai/walks/a & b.yaml' },
    { at: 'done@1.1', pins: undefined },
  ])
    expect(linkedStepIn(`#v1.abc&${new URLSearchParams(linkToStep(step)).toString()}`)).toEqual(step)
  expect(linkedStepIn('#v1.abc&show=graph')).toBeUndefined()
  expect(linkedStepIn('')).toBeUndefined()
})

test('while a walk waits, the node before it no longer runs; if it waits in a called graph, the calling node still runs', () => {
  const states = (graph: string, place = '') =>
    [...marksOf([], place, new Map([['', 'calls']]), { address: 'x', node: 'next', graph })].map(
      ([name, { state }]) => `${name} ${state}`,
    )
  expect(states('')).toEqual(['next held'])
  expect(states('calls@1.1')).toEqual(['calls running'])
  expect(states('calls@1.1', 'calls@1.1')).toEqual(['next held'])
})
