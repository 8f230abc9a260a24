import { expect, test } from 'vitest'
import { exampleLessons } from '../testing/lessons.ts'
import { goalDetails, goalSentence } from './goal-sentence.ts'
import type { GoalAssertion, ValueTest } from '../expect/goal.ts'

const value = (pointer: string, wanted: ValueTest, lane: 'analysis' | 'result' = 'analysis'): GoalAssertion => ({
  kind: 'value',
  lane,
  pointer,
  test: wanted,
})
const is = (pointer: string, wanted: string | number): GoalAssertion => value(pointer, { kind: 'is', value: wanted })

test.for([
  ['The chain is ready to run', is('/status', 'ready')],
  ['Rye refuses the chain', is('/status', 'refused')],
  [
    'The chain ends at the primitive rye/core/primitives/execute',
    is('/chain/role:primitive/item_id', 'rye/core/primitives/execute'),
  ],
  ['my/run comes from the user space', is('/chain/item_id:my~1run/space', 'user')],
  ['my/python is the runtime of the chain', is('/chain/item_id:my~1python/role', 'runtime')],
  ['The tool has version 1.1.0', is('/chain/role:tool/version', '1.1.0')],
  ['The signature of the tool is verified', is('/chain/role:tool/signature/state', 'verified')],
  ['The lockfile matches the chain', is('/lockfile/state', 'matches')],
  ['One of the arguments is "3"', value('/plan/args', { kind: 'contains', value: '3' })],
  ['The program is "python3"', is('/plan/command', 'python3')],
  ['The standard input contains "Ada"', value('/plan/input', { kind: 'contains', value: 'Ada' })],
  ['The variable PLACE is "in Oslo"', is('/env/PLACE', 'in Oslo')],
  ['The variable PLACE is not set', value('/env/PLACE', { kind: 'absent' })],
  ['Timeout is 60', is('/plan/timeout', 60)],
  ['The anchor is active', value('/anchor/active', { kind: 'is', value: true })],
  ['Rye reports the problem chain-cycle', { kind: 'code', code: 'chain-cycle', absent: false }],
  ['Rye does not report the problem chain-cycle', { kind: 'code', code: 'chain-cycle', absent: true }],
  ['The space rule forbids a → b', { kind: 'pair', child: 'a', parent: 'b', rule: 'space', verdict: 'failed' }],
  ['A run succeeds', value('/success', { kind: 'is', value: true }, 'result')],
  ['A run ends as exited', { kind: 'ending', lane: 'result', ending: 'exited' }],
] as const)('a goal reads "%s"', ([sentence, goal]) => {
  expect(goalSentence(goal)).toBe(sentence)
})

test('the details of a goal have its pointer', () => {
  expect(goalDetails(is('/status', 'ready'))).toBe('/status is "ready"')
  expect(goalDetails(value('/data', { kind: 'contains', value: 'x' }, 'result'))).toBe('/data (result) contains "x"')
})

test('no goal of a lesson shows a pointer', () => {
  const all = exampleLessons().flatMap(({ lesson }) => lesson.steps.flatMap(({ goals }) => goals.map(goalSentence)))
  expect(all.filter((sentence) => /(?:role|item_id):|~1|^\/|undefined/.test(sentence))).toEqual([])
  expect(all.filter((sentence) => !/^[A-Z$a-z]/.test(sentence))).toEqual([])
})
