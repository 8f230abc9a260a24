import { expect, test } from 'vitest'
import { exampleSnapshots } from '../testing/examples.ts'
import { readJson } from '../read/read-json.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { evidenceOf } from '../testing/lessons.ts'
import { checkGoal, type Evidence } from './check-goal.ts'
import type { GoalAssertion, ValueTest } from './goal.ts'

const evidence = evidenceOf(exampleSnapshots()['hello-chain']!)

const valueGoal = (pointer: string, test: ValueTest): GoalAssertion => ({
  kind: 'value',
  lane: 'analysis',
  pointer,
  test,
})

test.for([
  {
    at: '/status',
    test: { kind: 'is', value: 'ready' },
    holds: true,
    wanted: 'the state of the chain is "ready"',
    found: '"ready"',
  },
  {
    at: '/status',
    test: { kind: 'is', value: 'refused' },
    holds: false,
    wanted: 'the state of the chain is "refused"',
    found: '"ready"',
  },
  {
    at: '/chain/role:runtime/space',
    test: { kind: 'matches', pattern: '^system' },
    holds: true,
    wanted: 'space of the runtime matches the pattern ‘^system’',
    found: '"system:ryeos-core"',
  },
  {
    at: '/chain/item_id:demo~1greet/role',
    test: { kind: 'is', value: 'tool' },
    holds: true,
    wanted: 'role of demo/greet is "tool"',
    found: '"tool"',
  },
  { at: '/chain', test: { kind: 'count', count: 3 }, holds: true, wanted: 'the chain has 3 members', found: undefined },
  {
    at: '/plan/args',
    test: { kind: 'contains', value: '/project' },
    holds: true,
    wanted: 'the list of arguments contains "/project"',
    found: undefined,
  },
  {
    at: '/plan/input',
    test: { kind: 'contains', value: 'Ada' },
    holds: true,
    wanted: 'stdin contains "Ada"',
    found: undefined,
  },
  {
    at: '/parameters/effective',
    test: { kind: 'contains', value: { name: 'Ada' } },
    holds: true,
    wanted: 'the set of parameters contains {"name":"Ada"}',
    found: undefined,
  },
  {
    at: '/env/NOWHERE',
    test: { kind: 'absent' },
    holds: true,
    wanted: '$NOWHERE is absent',
    found: 'nothing',
  },
  {
    at: '/env/NOWHERE',
    test: { kind: 'is', value: 'x' },
    holds: false,
    wanted: '$NOWHERE is "x"',
    found: 'nothing',
  },
  { at: '/chain/__proto__/x', test: { kind: 'is', value: 'x' }, holds: false, wanted: undefined, found: 'nothing' },
  { at: '/plan/timeout', test: { kind: 'matches', pattern: '3' }, holds: false, wanted: undefined, found: '300' },
] as const)('the goal $at $test.kind has the expected verdict', ({ at, test: asked, holds, wanted, found }) => {
  const verdict = checkGoal(valueGoal(at, asked), evidence)
  expect(verdict.holds).toBe(holds)
  if (wanted !== undefined) expect(verdict.wanted).toBe(wanted)
  if (found !== undefined) expect(verdict.found).toBe(found)
})

test('a verdict has the source of its value', () => {
  const { where, pointer } = checkGoal(valueGoal('/plan/command', { kind: 'is', value: 'python3' }), evidence)
  expect(pointer).toBe('/plan/command')
  expect(where?.path).toMatch(/script\.yaml$/)
})

test('a goal checks that a problem code is present or absent', () => {
  const goal = { kind: 'code', code: 'chain-cycle', absent: false } as const
  expect(checkGoal(goal, evidence)).toMatchObject({
    holds: false,
    found: 'no problem',
    wanted: 'the problem chain-cycle',
  })
  expect(checkGoal({ ...goal, absent: true }, evidence).holds).toBe(true)
  const cycle = evidenceOf(exampleSnapshots()['cycle-and-missing']!)
  expect(checkGoal(goal, cycle)).toMatchObject({
    holds: true,
    found: 'chain-cycle',
    where: { path: expect.any(String) as unknown },
  })
  expect(checkGoal({ ...goal, code: 'executor-not-found' }, cycle)).toMatchObject({
    holds: false,
    found: 'chain-cycle',
  })
})

test('a pair goal compares the verdict of one rule', () => {
  const runtime = 'rye/core/runtimes/python/script'
  const broken = evidenceOf(exampleSnapshots()['space-violation']!)
  const goal = { kind: 'pair', child: 'my/note', parent: runtime, rule: 'space', verdict: 'failed' } as const
  expect(checkGoal(goal, broken)).toMatchObject({ holds: true, found: 'failed' })
  expect(checkGoal({ ...goal, verdict: 'ok' }, broken)).toMatchObject({ holds: false, found: 'failed' })
  const absent = checkGoal(goal, evidence)
  expect(absent.holds).toBe(false)
  expect(absent.found).toContain('demo/greet')
})

test('endings and results are checked in each lane', () => {
  const result = {
    ...{ success: true, data: { greeting: 'Hello, Ada!' }, error: null, duration_ms: 1, chain: [], trace: [] },
    ...{ metadata: { resolved_env_keys: [], lockfile_used: false }, output: null, lockfile: null },
    ending: { kind: 'exited', return_code: 0 },
  } as const
  const simulated: Evidence = { ...evidence, simulated: result }
  const ending = { kind: 'ending', ending: 'exited' } as const
  expect(checkGoal({ ...ending, lane: 'result' }, simulated).holds).toBe(true)
  expect(checkGoal({ ...ending, lane: 'real' }, simulated)).toMatchObject({
    holds: false,
    found: 'no run with this plan yet',
  })
  const greeting = { kind: 'value', pointer: '/data/greeting', test: { kind: 'contains', value: 'Ada' } } as const
  expect(checkGoal({ ...greeting, lane: 'simulated' }, simulated)).toMatchObject({
    holds: true,
    found: '"Hello, Ada!"',
  })
  expect(checkGoal({ ...greeting, lane: 'result' }, evidence).holds).toBe(false)
})

const data = {
  v: jsonOf('{"2": 1.0, "1": [1, 2], "0": {"b": 3, "10": 4, "9": 5}}'),
  list: jsonOf('[{"2": 0, "1": 1}]'),
}
const withData = { analysis: { ...evidence.analysis, parameters: { given: data } } } as unknown as Evidence

function jsonOf(text: string): JsonValue {
  const read = readJson(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.value
}

test.for([
  ['/v', 'count', 3, true],
  ['/v', 'count', 2, false],
  ['/v/0', 'count', 3, true],
  ['/v/2', 'is', '1.0', true],
  ['/v/2', 'is', '1', false],
  ['/v', 'is', '{"0": {"9": 5, "10": 4, "b": 3}, "1": [1, 2], "2": 1.0}', true],
  ['/v', 'is', '{"0": {"9": 5, "10": 4, "b": 3}, "1": [2, 1], "2": 1.0}', false],
  ['/v', 'contains', '{"1": [1, 2]}', true],
  ['/v', 'contains', '{"2": 1}', false],
  ['/v', 'contains', '{"items": []}', false],
  ['/v/0', 'contains', '{"9": 5, "b": 3}', true],
  ['/list', 'contains', '{"1": 1, "2": 0}', true],
] as const)('keys that look like numbers are keys: %s %s %s is %s', ([pointer, kind, wanted, holds]) => {
  const test = kind === 'count' ? { kind, count: wanted } : { kind, value: jsonOf(wanted) }
  expect(checkGoal(valueGoal(`/parameters/given${pointer}`, test as ValueTest), withData).holds).toBe(holds)
})

test('a pattern that backtracks exponentially in other engines does not match a long text', () => {
  const long: Evidence = { analysis: { ...evidence.analysis, item_id: 'a'.repeat(100_000) } }
  expect(checkGoal(valueGoal('/item_id', { kind: 'matches', pattern: '(a*)*b' }), long).holds).toBe(false)
})
