import { expect, test } from 'vitest'
import type { Analysis } from '../../answer/analysis.ts'
import { dialects } from '../../rules/dialect.ts'
import { pureHost } from '../../pure-host.ts'
import { codesOf, open, testSettings, workspace, type TestFiles } from '../../testing/workspace.ts'
import type { WorkspaceSettings } from '../../workspace/workspace-settings.ts'

// R6: the environment of a run.

const ask = (files: TestFiles, settings: Partial<WorkspaceSettings> = {}): Analysis =>
  open(files, settings, pureHost).analyze('t')

test('R6.1: host, .env, runtime, tool: each overrides the previous values and sees them', () => {
  const run = ask(workspace`
    === project/.env
    HOME=/dotenv
    A=dotenv
    B=dotenv
    === project/tools/t.yaml
    executor_id: run
    env_config: {env: {B: tool, SEEN: "\${C} \${A} \${HOME} \${PATH}"}}
    === project/tools/run.yaml
    executor_id: rye/core/primitives/execute
    env_config: {env: {B: runtime, C: runtime, LATER: "\${SEEN}"}}
  `)
  expect(run.env).toEqual({
    PATH: '/usr/bin:/bin',
    HOME: '/dotenv',
    A: 'dotenv',
    B: 'tool',
    C: 'runtime',
    SEEN: 'runtime dotenv /dotenv /usr/bin:/bin',
    LATER: '',
  })
})

test('R6.4: only a value that would exceed the limit stays unchanged, with a finding', () => {
  const files = workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: ls}
    env_config: {env: {LONG: "\${X}\${X}", SHORT: "\${HOME}"}}
  `
  const environ = { ...testSettings.world.environ, X: 'x'.repeat(600_000) }
  const run = ask(files, { world: { ...testSettings.world, environ } })
  expect([run.env?.['LONG'], run.env?.['SHORT']]).toEqual(['${X}${X}', '/home/u'])
  const keys = run.diagnostics.filter(({ code }) => code === 'template-limit').map(({ facts }) => facts['key'])
  // The plan's own pass over the whole environment also reaches the limit, with its own key.
  expect(keys).toEqual(['LONG', 'env'])
})

test('R6.5: the context budget is counted per element', () => {
  const files = workspace`
    === project/tools/t.yaml
    executor_id: run
    env_config: {env: {A: "<{user_space}>", B: "<{user_space}>"}}
    === project/tools/run.yaml
    executor_id: rye/core/primitives/execute
    env_config: {env: {C: "<{user_space}>"}}
  `
  const user = `/${'u'.repeat(600_000)}`
  const run = ask(files, { user })
  const { A, B, C } = run.env ?? {}
  expect({ A, B, C }).toEqual({ A: `<${user}>`, B: '<{user_space}>', C: `<${user}>` })
  expect(run.diagnostics.find(({ code }) => code === 'template-limit')).toMatchObject({ facts: { key: 'B' } })
})

test('R6.1: .env is read even if no element has an env_config', () => {
  const run = ask(workspace`
    === project/.env
    A=1
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
  `)
  expect(run.env).toMatchObject({ A: '1' })
})

test.for([
  ['A=1', { A: '1' }, []],
  ['  A = 1 ', { A: '1' }, []],
  ['A="q"', { A: '"q"' }, ['dotenv-quoted']],
  ['A=1 # note', { A: '1 # note' }, []],
  ['# A=1', {}, []],
  ['A', {}, ['dotenv-line-odd']],
  ['A=', { A: '' }, []],
  ['A=b=c', { A: 'b=c' }, []],
  ['A=1\nA=2', { A: '2' }, ['dotenv-line-odd']],
  ['A=${HOME}', { A: '${HOME}' }, []],
  ['=1', {}, []],
  ['export A=1', {}, ['dotenv-export']],
] as const)('R6.2: the line %j is parsed as expected', ([line, added, codes]) => {
  const { analyze, write } = open(workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
  `)
  write('/project/.env', `${line}\n`)
  const run = analyze('t')
  expect(run.env).toEqual({ PATH: '/usr/bin:/bin', HOME: '/home/u', ...added })
  expect(codesOf(run, true).filter((code) => code.startsWith('dotenv'))).toEqual(codes)
})

const withInterpreter = (settings: string, files = ''): TestFiles => workspace`
  === project/tools/t.yaml
  executor_id: ${settings.includes('lilux') ? 'rye/core/primitives/subprocess' : 'rye/core/primitives/execute'}
  config: {command: ls}
  env_config: {interpreter: ${settings.replace('lilux ', '')}}
  ${files}
`
const file = (path: string): string => `=== ${path}\n  x`
const which = (stdout: string, return_code = 0) => ({
  world: { ...testSettings.world, programs: [{ argv: ['which', 'deno'], return_code, stdout }] },
})

interface Search {
  readonly name: string
  readonly files: TestFiles
  readonly settings?: Partial<WorkspaceSettings>
  readonly value: string | undefined
  readonly codes: readonly string[]
}

const searches: readonly Search[] = [
  {
    name: 'local_binary: the first place takes precedence',
    files: withInterpreter(
      '{type: local_binary, var: P, binary: py, candidates: [py3], search_paths: [a, b]}',
      `${file('/project/a/py3')}\n  ${file('/project/b/py')}`,
    ),
    value: '/project/a/py3',
    codes: [],
  },
  {
    name: 'local_binary: a root comes before the project',
    files: withInterpreter(
      '{type: local_binary, var: P, binary: py, search_paths: [a], search_roots: [/user]}',
      `${file('/project/a/py')}\n  ${file('/user/a/py')}`,
    ),
    value: '/user/a/py',
    codes: [],
  },
  {
    name: 'a directory is not a binary',
    files: withInterpreter('{type: local_binary, var: P, binary: py, search_paths: [a]}', file('/project/a/py/inner')),
    value: undefined,
    codes: ['interpreter-not-found'],
  },
  {
    name: 'system_binary: `which` finds the program',
    files: withInterpreter('{type: system_binary, var: P, binary: deno}'),
    settings: which('/opt/deno\nmore\n'),
    value: '/opt/deno',
    codes: [],
  },
  {
    name: 'system_binary: `which` fails, so the fallback applies',
    files: withInterpreter('{type: system_binary, var: P, binary: deno, fallback: deno}'),
    settings: which('', 1),
    value: 'deno',
    codes: ['interpreter-fallback-missing'],
  },
  {
    name: 'system_binary: without a recorded answer, the PATH is searched',
    files: withInterpreter('{type: system_binary, var: P, binary: python3}'),
    value: '/usr/bin/python3',
    codes: [],
  },
  {
    name: 'command: the first line of the output is the interpreter',
    files: withInterpreter('{type: command, var: P, resolve_cmd: [which, deno]}'),
    settings: which(' /opt/deno \n'),
    value: '/opt/deno',
    codes: [],
  },
  {
    name: 'command: a program that cannot run finds no interpreter',
    files: withInterpreter('{type: command, var: P, resolve_cmd: [mise, which, deno], fallback: 5}'),
    value: '5',
    codes: ['interpreter-fallback-missing'],
  },
  {
    name: 'a type of another dialect uses the fallback and names the dialect',
    files: withInterpreter('{type: venv_python, var: P, fallback: python3}'),
    value: 'python3',
    codes: ['interpreter-type-unknown'],
  },
  {
    name: 'venv_python in lilux',
    files: withInterpreter('lilux {type: venv_python, var: P}', file('/project/.venv/bin/python3')),
    settings: { dialect: 'lilux' },
    value: '/project/.venv/bin/python3',
    codes: [],
  },
  {
    name: 'node_modules in lilux',
    files: withInterpreter('lilux {type: node_modules, var: P}', file('/project/node_modules/.bin/node')),
    settings: { dialect: 'lilux' },
    value: '/project/node_modules/.bin/node',
    codes: [],
  },
  {
    name: 'version_manager in lilux',
    files: withInterpreter('lilux {type: version_manager, var: P, manager: pyenv, version: "3.12"}'),
    settings: {
      dialect: 'lilux',
      world: { ...testSettings.world, programs: [{ argv: ['pyenv', 'which', '3.12'], return_code: 0, stdout: '/p' }] },
    },
    value: '/p',
    codes: [],
  },
  {
    name: 'a variable of .env that names an existing file overrides the search (lillux)',
    files: withInterpreter(
      '{type: local_binary, var: P, binary: py, search_paths: [a]}',
      `${file('/project/a/py')}\n  ${file('/project/mine')}\n  === project/.env\n  P=/project/mine`,
    ),
    value: '/project/mine',
    codes: [],
  },
  {
    name: 'a variable of .env that names a missing file does not override the search',
    files: withInterpreter(
      '{type: local_binary, var: P, binary: py, search_paths: [a]}',
      `${file('/project/a/py')}\n  === project/.env\n  P=/project/gone`,
    ),
    value: '/project/a/py',
    codes: [],
  },
]

test.for(searches)(
  'R6.3: the interpreter search has the expected result: $name',
  ({ files, settings, value, codes }) => {
    const run = ask(files, settings)
    expect(run.env?.['P']).toBe(value)
    expect(codesOf(run, true).filter((code) => code.startsWith('interpreter'))).toEqual(codes)
  },
)

test('R6.3: a variable set by an inner element does not stop the search of an outer element', () => {
  const run = ask(workspace`
    === project/tools/t.yaml
    executor_id: run
    env_config: {interpreter: {type: local_binary, var: P, binary: py, search_paths: [a]}}
    === project/tools/run.yaml
    executor_id: rye/core/primitives/execute
    env_config: {env: {P: /project/mine}}
    === project/mine
    x
    === project/a/py
    x
  `)
  expect(run.env?.['P']).toBe('/project/a/py')
})

test.for([
  ['plain', 'plain'],
  ['${A}', 'a'],
  ['${A}${A}', 'aa'],
  ['${NONE}', ''],
  ['${NONE:-x y}', 'x y'],
  ['${A:-x}', 'a'],
  ['${EMPTY:-x}', ''],
  ['${lower}', '${lower}'],
  ['$A', '$A'],
  ['${A:-${B}}', 'a}'],
  ['5', '5'],
])('R6.4: %j becomes %j', ([written, value]) => {
  const { analyze, write } = open(workspace`
    === project/.env
    A=a
    EMPTY=
  `)
  const config = JSON.stringify({ env: { X: written, Y: '${X}!', N: 5, T: true, Z: null } })
  write('/project/.ai/tools/t.yaml', `executor_id: rye/core/primitives/execute\nenv_config: ${config}\n`)
  expect(analyze('t').env).toMatchObject({ X: value, Y: `${value}!`, N: '5', T: 'True', Z: 'None' })
})

test.for(['lillux', 'lilux'] as const)(
  'R6.5: %s expands {name} of the anchor in env_config as specified',
  (dialect) => {
    const primitive = [...dialects[dialect].builtin.keys()][0] ?? ''
    const run = ask(
      workspace`
      === project/tools/demo/t.yaml
      === project/tools/t.yaml
      executor_id: ${primitive}
      env_config: {env: {DIR: "{tool_dir}/x", ODD: "{missing}"}}
    `,
      { dialect },
    )
    expect(run.env?.['DIR']).toBe(dialect === 'lillux' ? '/project/.ai/tools/x' : '{tool_dir}/x')
    expect(run.env?.['ODD']).toBe('{missing}')
  },
)
