import { expect, test } from 'vitest'
import { everyPart } from '../pure-host.ts'
import { exampleSnapshots, workspaceOfDraft } from '../testing/examples.ts'
import { open } from '../testing/workspace.ts'
import { readExpectation } from './expectation.ts'
import { Expectations } from './expectations.ts'
import { expectationPath, expectationText, pinnedGoals } from './pin.ts'

const primitive = 'executor_id: rye/core/primitives/execute\n'

function checked(text: string, files: Readonly<Record<string, string>> = {}) {
  const { workspace } = open({
    files: {
      '/project/.ai/tools/t.yaml': `${primitive}config: {command: echo, args: [a, b]}\n`,
      '/project/.ai/expect/t.yaml': text,
      ...files,
    },
  })
  return new Expectations(workspace).check()
}

test.for([
  { name: 'a pointer and an operator', goal: '{at: /plan/args, contains: a}', fails: '{at: /plan/args, contains: c}' },
  { name: 'a pattern', goal: '{at: /plan/command, matches: "^e"}', fails: '{at: /plan/command, matches: "^x"}' },
  { name: 'a count', goal: '{at: /plan/args, count: 2}', fails: '{at: /plan/args, count: 3}' },
  { name: 'an absent value', goal: '{at: /plan/url, absent: true}', fails: '{at: /plan/command, absent: true}' },
  { name: 'a code', goal: '{code: executor-not-found, absent: true}', fails: '{code: executor-not-found}' },
  {
    name: 'a verdict',
    goal: '{pair: [t, rye/core/primitives/execute], rule: space, verdict: ok}',
    fails: '{pair: [t, rye/core/primitives/execute], rule: space, verdict: failed}',
  },
])('a goal with $name passes, or fails with a finding', ({ goal, fails }) => {
  expect(checked(`item: t\ngoals: [${goal}]\n`).tests).toMatchObject([{ state: 'passed' }])
  const { tests, findings } = checked(`item: t\ngoals:\n- ${goal}\n- ${fails}\n`)
  expect(tests).toMatchObject([{ state: 'failed', goals: [{ state: 'passed' }, { state: 'failed' }] }])
  expect(findings).toMatchObject([
    { code: 'expectation-failed', item_id: 't', at: { path: '/project/.ai/expect/t.yaml' } },
  ])
})

test.for([
  ['{ending: exited}', 'needs-run'],
  ['{ending: exited, in: simulated}', 'needs-run'],
  ['{at: /data, in: real, is: 1}', 'needs-run'],
  ['{at: /status, is: ready}', 'passed'],
] as const)('without a run, the goal %s has the state %s', ([goal, state]) => {
  expect(checked(`item: t\ngoals: [${goal}]\n`)).toMatchObject({ tests: [{ state }], findings: [] })
})

test.for([
  ['', 'The expectation is empty.'],
  ['item: [', 'YAML'],
  ['goals: []\n', 'The expectation has no `item`.'],
  ['item: t\n', 'The expectation has no `goals`.'],
  ['item: t\nparameters: 1\ngoals: []\n', '`parameters` of the expectation is not a mapping.'],
  ['item: t\nworld: 1\ngoals: []\n', 'world'],
  ['item: t\ngoals: [{at: /plan, is: 1, keep: true}]\n', 'Unknown key `keep` in goal 1.'],
  ['item: t\ngoals: [{at: /chain/0, is: 1}]\n', 'selects a list member by its index'],
  [`item: t\ngoals: [${'{code: a}, '.repeat(101)}]\n`, 'the limit is 100'],
  [`# ${'x'.repeat(200_000)}`, 'expectationLength'],
] as const)('the file %j is not an expectation', ([text, problem]) => {
  const { expectation, problems } = readExpectation('/project/.ai/expect/a.yaml', text, everyPart)
  expect(expectation).toBeNull()
  expect(problems.map(({ message }) => message).join('\n')).toContain(problem)
})

test('an expectation with parameters is a call; without them, the schema does not apply', () => {
  const tool = `${primitive}config_schema: {required: [name]}\nconfig: {command: echo, args: ["{name}"]}\n`
  const files = { '/project/.ai/tools/s.yaml': tool }
  const goals = 'goals: [{at: /status, is: ready}]\n'
  expect(checked(`item: s\n${goals}`, files).tests[0]?.state).toBe('passed')
  expect(checked(`item: s\nparameters: {}\n${goals}`, files).tests[0]?.state).toBe('failed')
  expect(checked(`item: s\nparameters: {name: a}\n${goals}`, files).tests[0]?.state).toBe('passed')
})

test('the world of a check has no effect on an expectation', () => {
  const files = {
    '/project/.ai/tools/t.yaml': `${primitive}config: {command: "\${WHO:-ls}"}\n`,
    '/project/.ai/expect/t.yaml': 'item: t\ngoals: [{at: /plan/command, is: ls}]\n',
    '/project/.ai/expect/u.yaml': 'item: t\nworld: {environ: {WHO: cat}}\ngoals: [{at: /plan/command, is: cat}]\n',
  }
  const world = { environ: { WHO: 'rm' }, files: [], programs: [], path_separator: ':' as const }
  const { workspace } = open({ files }, { world })
  expect(new Expectations(workspace).check().tests.map(({ state }) => state)).toEqual(['passed', 'passed'])
})

test.for(Object.entries(exampleSnapshots()))('the pinned answer of the example %s passes', ([, snapshot]) => {
  const workspace = workspaceOfDraft(snapshot)
  const expectations = new Expectations(workspace)
  for (const parameters of [null, snapshot.parameters]) {
    const call = { item_id: snapshot.item_id, parameters, world: snapshot.world }
    const text = expectationText(call, pinnedGoals(expectations.analysisOf(call)))
    const { expectation, problems } = readExpectation(expectationPath('/project', call.item_id), text, everyPart)
    expect(problems, text).toEqual([])
    expect(expectation && expectations.checkOne(expectation), text).toMatchObject({ state: 'passed' })
  }
})
