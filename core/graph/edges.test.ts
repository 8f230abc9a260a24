import { expect, test } from 'vitest'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict } from '../read/value/value.ts'
import { chooseEdge, errorEdge, type Decision } from './edges.ts'
import { Sizes } from './size.ts'

// R16.2, `next`: a graph follows the first edge whose `when` is absent or true.

function choose(next: JsonValue): Decision {
  const scope = decodeValue({ state: { n: 3 } })
  if (!isDict(scope)) throw new Error('a mapping')
  return chooseEdge(decodeValue(next), scope, new Sizes())
}
const met = { path: 'state.n', value: 3 }
const unmet = { path: 'state.n', value: 4 }

test.for<{ name: string; next: JsonValue; to: string | null; because: string; states: readonly string[] }>([
  { name: 'a name', next: 'a', to: 'a', because: 'named', states: ['taken'] },
  { name: 'null', next: null, to: null, because: 'no-next', states: [] },
  { name: 'an empty list', next: [], to: null, because: 'no-next', states: [] },
  { name: 'a mapping', next: { to: 'a' }, to: null, because: 'no-next', states: [] },
  {
    name: 'targets without conditions',
    next: [{ to: 'a' }, { to: 'b' }],
    to: 'a',
    because: 'matched',
    states: ['taken', 'not-evaluated'],
  },
  { name: 'a null condition', next: [{ to: 'a', when: null }], to: 'a', because: 'matched', states: ['taken'] },
  { name: 'an empty condition', next: [{ to: 'a', when: {} }], to: 'a', because: 'matched', states: ['taken'] },
  {
    name: 'conditions, of which the second is met',
    next: [{ to: 'a', when: unmet }, { to: 'b', when: met }, { to: 'c' }],
    to: 'b',
    because: 'matched',
    states: ['not-met', 'taken', 'not-evaluated'],
  },
  {
    name: 'conditions that are not met',
    next: [{ to: 'a', when: unmet }],
    to: null,
    because: 'no-match',
    states: ['not-met'],
  },
  {
    name: 'a string in place of a condition',
    next: [{ to: 'a', when: 'x' }],
    to: null,
    because: 'no-match',
    states: ['not-met'],
  },
  {
    name: 'an edge without a target',
    next: [{ when: met }, { to: 'b' }],
    to: null,
    because: 'no-target',
    states: ['taken', 'not-evaluated'],
  },
  { name: 'an empty target', next: [{ to: '' }], to: null, because: 'no-target', states: ['taken'] },
  { name: 'a number for a target', next: [{ to: 5 }], to: null, because: 'no-target', states: ['taken'] },
])('R16.2: the next node is chosen from $name', ({ next, to, because, states }) => {
  const decision = choose(next)
  expect([decision.to, decision.because]).toEqual([to, because])
  expect(decision.edges.map(({ state }) => state)).toEqual(states)
  expect(decision.edges.map(({ index }) => index)).toEqual(states.map((_, index) => index))
})

test('R16.2: only an evaluated condition has a verdict', () => {
  const { edges } = choose([{ to: 'a', when: unmet }, { to: 'b' }, { to: 'c', when: met }])
  expect(edges.map(({ to, verdict }) => [to, verdict?.met ?? null])).toEqual([
    ['a', false],
    ['b', null],
    ['c', null],
  ])
})

test('R16.5: the edge after an error names its target node', () => {
  expect(errorEdge('sorry')).toEqual({
    to: 'sorry',
    because: 'error-edge',
    edges: [{ index: 0, to: 'sorry', verdict: null, state: 'taken' }],
  })
})
