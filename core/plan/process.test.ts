import { expect, test } from 'vitest'
import type { Analysis } from '../answer/analysis.ts'
import { open, workspace } from '../testing/workspace.ts'

// R9.5 to R9.7, R15.1: the process that a primitive would start.

const files = (config: string) => workspace`
  === project/tools/t.yaml
  executor_id: rye/core/primitives/execute
  config: ${config}
`
const run = (config: string, given = '{}'): Analysis => open(files(config)).analyze('t', given)

test.for([
  { args: '[1, 1.0, yes, null, [a], {k: v}]', made: ['1', '1.0', 'True', 'None', "['a']", "{'k': 'v'}"], reported: 6 },
  { args: '[text, "1"]', made: ['text', '1'], reported: 0 },
  { args: 'null', made: [], reported: 0 },
  { args: '[]', made: [], reported: 0 },
])('R9.5: args $args become $made', ({ args, made, reported }) => {
  const found = run(`{command: c, args: ${args}}`)
  expect(found.plan).toMatchObject({ args: made })
  const codes = found.diagnostics.filter(({ code }) => code === 'argument-not-text')
  expect(codes.map(({ facts }) => facts['index'])).toEqual(Array.from({ length: reported }, (_, index) => index))
})

test.for([
  {
    config: '{command: "{c}", args: ["{a}"]}',
    given: '{"command": "rm", "args": ["x"], "c": "{command}", "a": "<{args}>"}',
  },
])("R9.5: the config $config cannot access the caller's command and args", ({ config, given }) => {
  const { plan } = run(config, given)
  expect(JSON.stringify(plan)).not.toMatch(/"rm"|\['x'\]/)
})

test.for([
  {
    config: '{command: c, cwd: "{project_path}/w", input_data: "{params_json}"}',
    cwd: '/project/w',
    input: '{"n": 1}',
  },
  { config: '{command: c, cwd: "${HOME}", input_data: ""}', cwd: '/home/u', input: null },
  { config: '{command: c, cwd: null}', cwd: null, input: null },
  { config: '{command: c, cwd: "${NONE}", input_data: "x"}', cwd: null, input: 'x' },
])('R9.5: $config sets the expected cwd and input', ({ config, cwd, input }) => {
  expect(run(config, '{"n": 1}').plan).toMatchObject({ cwd, input })
})

test.for([
  { timeout: '', seconds: 300 },
  { timeout: ', timeout: 5', seconds: 5 },
  { timeout: ', timeout: 0.5', seconds: 0.5 },
  { timeout: ', timeout: 0', seconds: null },
  { timeout: ', timeout: null', seconds: null },
])('R15.1: the config {command: c$timeout} has a timeout of $seconds seconds', ({ timeout, seconds }) => {
  expect(run(`{command: c${timeout}}`).plan).toMatchObject({ timeout: seconds })
})

test.for([
  '{args: [a]}',
  '{command: ""}',
  '{command: null}',
  '{command: [ls]}',
  '{command: "${NONE}"}',
  '{command: c, args: 5}',
  '{command: c, cwd: [a]}',
  '{command: c, input_data: {a: b}}',
  '{command: c, timeout: soon}',
])('R9.6: the config %s produces no plan', (config) => {
  const found = run(config)
  expect(found).toMatchObject({ status: 'refused', plan: null })
  expect(found.diagnostics).toContainEqual(expect.objectContaining({ code: 'plan-incomplete', severity: 'error' }))
})

test('R9.6: the digest depends only on the plan', () => {
  const digest = (config: string, given = '{}'): unknown => run(config, given).plan?.digest
  const one = digest('{command: c, args: [a, "1"]}')
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect(digest('{args: ["{x}", "1"], command: "c"}', '{"x": "a"}')).toBe(one)
  expect(digest('{command: c, args: [a, "2"]}')).not.toBe(one)
  expect(digest('{command: c, args: [a, "1"], timeout: 1}')).not.toBe(one)
})

test('R9.7: the spans of an argument are exact, character by character', () => {
  const here = workspace`
    === /project/.env
    TOKEN=«dotty»
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: c, args: ["«--to=»\${TOKEN}«/»{n}«/»{project_path}", '{list}']}
  `
  const { provenance, plan } = open(here).analyze('t', '{"n": 7, "list": [1]}', { show_secrets: true })
  expect(plan).toMatchObject({ args: ['--to=dotty/7//project', '[1]'] })
  const { spans, steps, value } = provenance['/plan/args/0']!
  expect(spans?.map((span) => [String(value).slice(span.start, span.end), span.by.kind, span.via])).toEqual([
    ['--to=', 'element', []],
    ['dotty', 'dotenv', ['${TOKEN}']],
    ['/', 'element', []],
    ['7', 'caller', ['{n}']],
    ['/', 'element', []],
    ['/project', 'context', ['{project_path}']],
  ])
  const [dotty, to, slash, second] = here.marks
  expect([spans?.[1]?.at, spans?.[0]?.at, spans?.[2]?.at, spans?.[4]?.at]).toEqual([dotty, to, slash, second])
  expect(spans?.[3]?.at).toMatchObject({ path: '(parameters)', start: 6, end: 7 })
  expect(steps?.map(({ pass, name }) => [pass, name])).toEqual([
    [1, 'TOKEN'],
    [2, 'n'],
    [2, 'project_path'],
  ])
  expect(provenance['/plan/args/1']).toMatchObject({ by: { kind: 'caller' }, at: { start: 17, end: 20 } })
})

test('R9.7: a number that replaced a placeholder keeps its provenance steps', () => {
  const { provenance } = run('{command: c, args: ["{x}"]}', '{"x": "{n}", "n": 1}')
  expect(provenance['/plan/args/0']?.steps?.map(({ round, name }) => [round, name])).toEqual([
    [1, 'x'],
    [2, 'n'],
  ])
})
