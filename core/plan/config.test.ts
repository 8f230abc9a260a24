import { expect, test } from 'vitest'
import { resolveRun } from '../answer/analyze.ts'
import { findingsOf, open, workspace } from '../testing/workspace.ts'
import { bare, sourcedValue } from './template/sourced.ts'
import type { Value } from '../read/value/value.ts'

// R9.1, R9.3, R9.4, H2: the parts of a run's configuration, and the findings about its templates.

const chain = workspace`
  === project/tools/tool.yaml
  executor_id: runtime
  config: {a: tool, map: {x: tool}, args: [tool], from_tool: "{b}"}
  === project/tools/runtime.yaml
  executor_id: rye/core/primitives/execute
  config: {a: runtime, b: runtime, command: run, map: {y: runtime}}
  === system/tools/rye/core/primitives/execute.yaml
  config: {a: primitive, b: primitive, c: primitive, command: none}
`

function configOf(parameters: string): Readonly<Record<string, Value>> {
  const { config } = resolveRun(open(chain).workspace, { item_id: 'tool', parameters })
  return Object.fromEntries([...(config ?? [])].map(([key, node]) => [String(key), bare(node)]))
}

test('R9.1: a tool overrides its runtime, and a runtime its primitive, without merging maps', () => {
  expect(configOf('{}')).toMatchObject({
    a: 'tool',
    b: 'runtime',
    c: 'primitive',
    command: 'run',
    args: ['tool'],
    from_tool: 'runtime',
    map: new Map([['x', 'tool']]),
  })
})

test('R9.1: the config contains the context and the environment', () => {
  const config = configOf('{}')
  expect(config).toMatchObject({
    project_path: '/project',
    user_space: '/user',
    system_space: '/system',
    tool_path: '/project/.ai/tools/tool.yaml',
    params_json: '{}',
  })
  expect(config['env']).toEqual(
    new Map([
      ['PATH', '/usr/bin:/bin'],
      ['HOME', '/home/u'],
    ]),
  )
})

test.for([
  { given: '{"a": "caller"}', key: 'a', value: 'caller' },
  { given: '{"b": "caller"}', key: 'from_tool', value: 'caller' },
  { given: '{"new": [1]}', key: 'new', value: [1] },
  { given: '{"command": "rm"}', key: 'command', value: 'run' },
  { given: '{"args": ["-rf"]}', key: 'args', value: ['tool'] },
  { given: '{"project_path": "/etc"}', key: 'project_path', value: '/project' },
  { given: '{"tool_path": "/etc/x"}', key: 'tool_path', value: '/project/.ai/tools/tool.yaml' },
  { given: '{"params_json": "x"}', key: 'params_json', value: '{"params_json": "x"}' },
])('R9.1: if the caller passes $given, $key is $value', ({ given, key, value }) => {
  expect(configOf(given)[key]).toEqual(value)
})

test('R9.1: the caller cannot set the environment', () => {
  expect(open(chain).analyze('tool', '{"env": {"PATH": "/evil"}}').plan).toMatchObject({
    env: { PATH: '/usr/bin:/bin', HOME: '/home/u' },
  })
})

test('R9.7: a configured value lists the values it overrides, last first, and a name collision', () => {
  const { config } = resolveRun(open(chain).workspace, {
    item_id: 'tool',
    parameters: '{"a": "caller", "tool_path": "mine"}',
  })
  expect(config?.get('a')?.beat?.map(({ value, because }) => [value, because])).toEqual([
    ['tool', 'overridden'],
    ['runtime', 'overridden'],
    ['primitive', 'overridden'],
  ])
  expect(config?.get('tool_path')?.beat).toMatchObject([
    { value: 'mine', by: { kind: 'caller' }, because: 'name-collides' },
  ])
})

test('R9.7: a context name that the anchor also sets overrides no value', () => {
  const { config } = resolveRun(open(chain).workspace, { item_id: 'tool', parameters: '{}' })
  for (const name of ['tool_path', 'project_path', 'user_space', 'system_space', 'params_json', 'env'])
    expect([name, config?.get(name)?.beat]).toEqual([name, undefined])
})

const echo = (args: string, more = '') => workspace`
  === /project/.env
  ARRIVED=<{n}>
  === project/tools/t.yaml
  executor_id: rye/core/primitives/execute
  config: {command: echo, args: ${args}}
  ${more}
`

test.for([
  { args: '["{x}"]', given: '{"x": "<{n}>", "n": 1}', arg: '<1>', origin: 'caller' },
  { args: '["{x}"]', given: '{"x": "{n}", "n": 1}', arg: '1', origin: 'caller' },
  { args: '["${ARRIVED}"]', given: '{"n": 1}', arg: "'<1>'", origin: 'dotenv' },
  { args: '["{x}"]', given: '{"x": "${HOME}"}', arg: '/home/u', origin: 'caller' },
])('H2: $args with $given is expanded to $arg, with a finding', ({ args, given, arg, origin }) => {
  const run = open(echo(args)).analyze('t', given)
  expect(run.plan).toMatchObject({ args: [arg] })
  const reported = run.diagnostics.filter(({ code }) => code === 'template-injected')
  expect(reported).toMatchObject([{ severity: 'warning', facts: { origin, key: '/plan/args/0' } }])
})

test.for([
  { args: '["{x}"]', given: '{"x": "no braces"}' },
  { args: '["{x}"]', given: '{"x": 5}' },
  { args: '["{project_path}", "${HOME}"]', given: '{}' },
])('H2: $args with $given has no finding', ({ args, given }) => {
  const run = open(echo(args, 'version: "1"\n  category: ""')).analyze('t', given)
  expect(findingsOf(run).filter((code) => code.startsWith('template-'))).toEqual([])
})

test('R9.3: a quoted value is a finding, since no shell removes the quotes', () => {
  const files = echo('["«${V:-a;b}»"]')
  const run = open(files).analyze('t')
  expect(run.plan).toMatchObject({ args: ["'a;b'"] })
  expect(run.diagnostics.find(({ code }) => code === 'template-quoted')).toMatchObject({
    severity: 'warning',
    facts: { name: 'V', key: '/plan/args/0' },
    at: files.marks[0],
  })
})

test('R9.4: a value that still changes after three rounds is a finding', () => {
  const files = echo('["{a}"]', '')
  const { analyze } = open(files)
  const run = analyze('t', '{"a": "{b}x", "b": "{a}y"}')
  expect(run.diagnostics.find(({ code }) => code === 'template-unstable')).toMatchObject({
    severity: 'warning',
    facts: { rounds: 3 },
  })
})

test('R9.4: names that settle in the last round are stable', () => {
  const run = open(echo('["{a}"]', '')).analyze('t', '{"a": "{b}", "b": "{c}", "c": "{d}", "d": "{e}", "e": "end"}')
  expect(run.plan).toMatchObject({ args: ['end'] })
  expect(findingsOf(run)).not.toContain('template-unstable')
})

test.for([
  { value: 'two words', characters: ['a space'] },
  { value: "it's", characters: ["'"] },
  { value: '*?~#!', characters: ['*', '?', '~', '#', '!'] },
  { value: 'größe', characters: ['ö', 'ß'] },
  { value: 'a"b\tc', characters: ['"', 'a tab'] },
])(
  'R9.3: $value is passed unquoted, and a hint names the characters that shlex.quote would quote',
  ({ value, characters }) => {
    const text = value.replace('\\t', '\t')
    const { files } = echo('["${V}"]')
    const run = open({ files: { ...files, '/project/.env': `V=${text}\n` } }).analyze('t')
    expect(run.plan).toMatchObject({ args: [text] })
    expect(run.diagnostics.filter(({ code }) => code === 'template-unquoted')).toMatchObject([
      { severity: 'hint', facts: { name: 'V', key: '/plan/args/0', characters } },
    ])
  },
)

test.for(['plain', 'a_b@c%d+e=f:g,h./i-j', '0'])('R9.3: the value %s causes no finding about quotes', (value) => {
  const { files } = echo('["${V}"]')
  const run = open({ files: { ...files, '/project/.env': `V=${value}\n` } }).analyze('t')
  expect(findingsOf(run)).not.toContain('template-unquoted')
})

test.for(['$', '`', ';', '|', '&', '<', '>', '(', ')', '{', '}', '[', ']', '\\\\'])(
  'R9.3: a value with %s is quoted',
  (sign) => {
    const { files } = echo('["${V}"]')
    const run = open({ files: { ...files, '/project/.env': `V=a${sign}b\n` } }).analyze('t')
    expect(run.plan).toMatchObject({ args: [`'a${sign}b'`] })
    expect(findingsOf(run)).toContain('template-quoted')
  },
)

test('R9.4: an unknown placeholder is reported in every part of a request', () => {
  const files = {
    '/project/.ai/tools/t.yaml':
      'executor_id: rye/core/primitives/http_client\nconfig: {url: "http://h/{a}", method: POST, headers: {X: "{b}"}, body: {k: ["{c}"]}}\n',
  }
  const { diagnostics } = open({ files }, { dialect: 'lilux' }).analyze('t')
  const unknown = diagnostics.filter(({ code }) => code === 'template-unknown-name')
  expect(unknown.map(({ facts }) => facts)).toEqual([
    { placeholder: '{a}', key: '/plan/url' },
    { placeholder: '{b}', key: '/plan/headers/X' },
    { placeholder: '{c}', key: '/plan/body/k/0' },
  ])
})

test.for(['[a]', 'text', '5'])('R9.1: the config %s is an error', (config) => {
  const files = { '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/execute\nconfig: ${config}\n` }
  const run = open({ files }).analyze('t')
  expect(run).toMatchObject({ status: 'refused', plan: null })
  expect(run.diagnostics).toContainEqual(
    expect.objectContaining({ code: 'metadata-wrong-type', facts: expect.objectContaining({ field: 'config' }) }),
  )
})

test("G6: the caller's own parameters are not changed", () => {
  const given = new Map<Value, Value>([
    ['a', ['{b}']],
    ['b', 1],
  ])
  const before = structuredClone(bare(sourcedValue(given, { kind: 'caller' })))
  open(chain).analyze('tool', given)
  expect(given).toEqual(before)
})
