import { expect, test } from 'vitest'
import type { Analysis } from '../../answer/analysis.ts'
import { bindInterpreter, programAnswer, type InterpreterRow } from '../../testing/interpreter.ts'

// R6.3: the search places of an interpreter, by type and dialect.

const eventOf = ({ trace }: Analysis) => trace.find((event) => event.step === 'resolve_interpreter')
const findings = ({ diagnostics }: Analysis) =>
  diagnostics.filter(({ code }) => code.startsWith('interpreter-') || code === 'metadata-wrong-type')

const found: readonly (InterpreterRow & { readonly tried: readonly string[]; readonly value: string })[] = [
  {
    dialect: 'lillux',
    interpreter: '{type: local_binary, var: P, binary: python, search_paths: [.venv/bin]}',
    files: ['/project/.venv/bin/python'],
    tried: ['/project/.venv/bin/python'],
    value: '/project/.venv/bin/python',
  },
  {
    dialect: 'lillux',
    interpreter:
      '{type: local_binary, var: P, binary: python, candidates: [python3], search_paths: [.venv/bin, env/bin]}',
    files: ['/project/env/bin/python3'],
    tried: [
      '/project/.venv/bin/python',
      '/project/.venv/bin/python3',
      '/project/env/bin/python',
      '/project/env/bin/python3',
    ],
    value: '/project/env/bin/python3',
  },
  {
    dialect: 'lillux',
    interpreter: '{type: local_binary, var: P, binary: node, search_paths: [bin], search_roots: [/opt/node]}',
    files: ['/project/bin/node', '/opt/node/bin/node'],
    tried: ['/opt/node/bin/node'],
    value: '/opt/node/bin/node',
  },
  {
    dialect: 'lillux',
    interpreter: '{type: local_binary, var: P, binary: node, search_paths: [bin], search_roots: ["{user_space}"]}',
    files: ['/user/bin/node'],
    tried: ['/user/bin/node'],
    value: '/user/bin/node',
  },
  ...(['lilux', 'lillux'] as const).map((dialect) => ({
    dialect,
    interpreter: '{type: system_binary, var: P, binary: node}',
    programs: [programAnswer(['which', 'node'], '/opt/node/bin/node\n')],
    tried: ['which node'],
    value: '/opt/node/bin/node',
  })),
  {
    dialect: 'lillux',
    interpreter: '{type: command, var: P, resolve_cmd: [uv, python, find]}',
    programs: [programAnswer(['uv', 'python', 'find'], '/opt/uv/python\nsecond line\n')],
    tried: ['uv python find'],
    value: '/opt/uv/python',
  },
  {
    dialect: 'lilux',
    interpreter: '{type: venv_python, var: P}',
    files: ['/project/.venv/bin/python'],
    tried: ['/project/.venv/bin/python'],
    value: '/project/.venv/bin/python',
  },
  {
    dialect: 'lilux',
    interpreter: '{type: venv_python, var: P, venv_path: env}',
    files: ['/project/env/bin/python3'],
    tried: ['/project/env/bin/python', '/project/env/Scripts/python.exe', '/project/env/bin/python3'],
    value: '/project/env/bin/python3',
  },
  {
    dialect: 'lilux',
    interpreter: '{type: node_modules, var: P}',
    files: ['/project/node_modules/.bin/node'],
    tried: ['/project/node_modules/.bin/node'],
    value: '/project/node_modules/.bin/node',
  },
  {
    dialect: 'lilux',
    interpreter: '{type: node_modules, var: P, search_paths: [a, b]}',
    files: ['/project/b/node'],
    tried: ['/project/a/node', '/project/a/node.exe', '/project/b/node'],
    value: '/project/b/node',
  },
  ...['pyenv', 'nvm', 'rbenv'].map((manager) => ({
    dialect: 'lilux' as const,
    interpreter: `{type: version_manager, var: P, manager: ${manager}, version: "3.11"}`,
    programs: [programAnswer([manager, 'which', '3.11'], '/opt/3.11/bin\n')],
    tried: [`${manager} which 3.11`],
    value: '/opt/3.11/bin',
  })),
  {
    dialect: 'lilux',
    interpreter: '{type: version_manager, var: P, manager: asdf, version: "20"}',
    programs: [programAnswer(['asdf', 'which', 'asdf', '20'], '/opt/asdf\n')],
    tried: ['asdf which asdf 20'],
    value: '/opt/asdf',
  },
  {
    dialect: 'kiwi',
    interpreter: '{type: venv_python, var: P, search: [project, user, system]}',
    files: ['/usr/bin/python3'],
    tried: ['/project/.venv/bin/python3', '/user/.venv/bin/python3', '/usr/bin/python3'],
    value: '/usr/bin/python3',
  },
  {
    dialect: 'kiwi',
    interpreter: '{type: venv_python, var: P, search: [user, project]}',
    files: ['/project/.venv/bin/python3', '/user/.venv/bin/python3'],
    tried: ['/user/.venv/bin/python3'],
    value: '/user/.venv/bin/python3',
  },
  {
    dialect: 'kiwi',
    interpreter: '{type: generic, var: P, binary: node}',
    files: ['/usr/bin/node'],
    tried: ['/project/.venv/bin/node', '/user/.venv/bin/node', '/usr/bin/node'],
    value: '/usr/bin/node',
  },
  {
    dialect: 'kiwi',
    interpreter: '{type: generic, var: P, binary: ruby, search: [system, user]}',
    files: ['/user/.venv/bin/ruby', '/project/.venv/bin/ruby'],
    tried: ['/usr/bin/ruby', '/bin/ruby', '/user/.venv/bin/ruby'],
    value: '/user/.venv/bin/ruby',
  },
]

test.for(found)('R6.3: in $dialect $interpreter tries $tried', ({ tried, value, ...row }) => {
  const run = bindInterpreter(row)
  expect(eventOf(run)).toMatchObject({ contributed_by: 't', var: 'P', tried, value, fallback: false })
  expect(run.env?.['P']).toBe(value)
  expect(findings(run)).toEqual([])
  const { by } = run.provenance['/env/P']!
  expect(by.kind === 'interpreter' && by.tried.map((attempt) => attempt.tried)).toEqual(tried)
  expect(by.kind === 'interpreter' && by.tried.map((attempt) => attempt.found)).toEqual(
    tried.map((_, index) => index === tried.length - 1),
  )
})

const missing: readonly (InterpreterRow & { readonly tried: readonly string[] })[] = [
  {
    dialect: 'lillux',
    interpreter: 'type: local_binary, var: P, binary: python, search_paths: [bin]',
    tried: ['/project/bin/python'],
  },
  { dialect: 'lillux', interpreter: 'type: local_binary, var: P, search_paths: [bin]', tried: [] },
  {
    dialect: 'lillux',
    interpreter: 'type: system_binary, var: P, binary: node',
    programs: [programAnswer(['which', 'node'], '', 1)],
    tried: ['which node'],
  },
  {
    dialect: 'lillux',
    interpreter: 'type: system_binary, var: P, binary: node',
    tried: ['which node', '/usr/bin/node', '/bin/node'],
  },
  {
    dialect: 'lillux',
    interpreter: 'type: command, var: P, resolve_cmd: [uv, find]',
    programs: [programAnswer(['uv', 'find'], '/not/this\n', 2)],
    tried: ['uv find'],
  },
  { dialect: 'lillux', interpreter: 'type: command, var: P, resolve_cmd: [uv, find]', tried: ['uv find'] },
  { dialect: 'lillux', interpreter: 'type: command, var: P, resolve_cmd: []', tried: [] },
  {
    dialect: 'lilux',
    interpreter: 'type: venv_python, var: P',
    tried: ['/project/.venv/bin/python', '/project/.venv/Scripts/python.exe', '/project/.venv/bin/python3'],
  },
  {
    dialect: 'lilux',
    interpreter: 'type: node_modules, var: P',
    tried: ['/project/node_modules/.bin/node', '/project/node_modules/.bin/node.exe'],
  },
  {
    dialect: 'lilux',
    interpreter: 'type: version_manager, var: P, manager: pyenv, version: "3"',
    tried: ['pyenv which 3'],
  },
  { dialect: 'lilux', interpreter: 'type: version_manager, var: P, manager: other, version: "3"', tried: [] },
  {
    dialect: 'kiwi',
    interpreter: 'type: venv_python, var: P, search: [project, user]',
    files: ['/usr/bin/python3'],
    tried: ['/project/.venv/bin/python3', '/user/.venv/bin/python3'],
  },
  { dialect: 'kiwi', interpreter: 'type: generic, var: P', files: ['/usr/bin/node'], tried: [] },
]

test.for(missing)(
  'R6.3: in $dialect {$interpreter} finds no interpreter and uses the fallback',
  ({ tried, ...row }) => {
    const without = bindInterpreter({ ...row, interpreter: `{${row.interpreter}}` })
    expect(without.env).not.toHaveProperty('P')
    expect(eventOf(without)).toMatchObject({ tried, value: null, fallback: false })
    expect(findings(without)).toMatchObject([
      { code: 'interpreter-not-found', severity: 'warning', facts: { var: 'P', tried } },
    ])
    const fallen = bindInterpreter({ ...row, interpreter: `{${row.interpreter}, fallback: last}` })
    expect(fallen.env?.['P']).toBe('last')
    expect(eventOf(fallen)).toMatchObject({ tried, value: 'last', fallback: true })
    // A program can only be missing on a machine that lists its files.
    const code = row.files ? 'interpreter-fallback-missing' : 'interpreter-fallback'
    expect(findings(fallen)).toMatchObject([{ code, facts: { fallback: 'last', tried } }])
  },
)

test.for([
  { dialect: 'lillux', type: 'venv_python', known_in: ['kiwi', 'lilux'] },
  { dialect: 'lillux', type: 'node_modules', known_in: ['lilux'] },
  { dialect: 'lillux', type: 'version_manager', known_in: ['lilux'] },
  { dialect: 'lilux', type: 'local_binary', known_in: ['lillux'] },
  { dialect: 'lilux', type: 'command', known_in: ['lillux'] },
  { dialect: 'kiwi', type: 'system_binary', known_in: ['lilux', 'lillux'] },
  { dialect: 'lillux', type: 'generic', known_in: ['kiwi'] },
  { dialect: 'lillux', type: 'nonsense', known_in: [] },
] as const)(
  'R6.3: $type is unknown in $dialect, with a warning that names $known_in',
  ({ dialect, type, known_in }) => {
    const run = bindInterpreter({ dialect, interpreter: `{type: ${type}, var: P, fallback: last}` })
    expect(findings(run)).toMatchObject([
      { code: 'interpreter-type-unknown', severity: 'warning', facts: { type, dialect, known_in: [...known_in] } },
    ])
    expect(run.env?.['P']).toBe('last')
  },
)

test.for([
  { dialect: 'lillux', set: '/opt/mine', exists: true, value: '/opt/mine' },
  { dialect: 'lillux', set: '/opt/mine', exists: false, value: '/usr/bin/node' },
  { dialect: 'lillux', set: '', exists: false, value: '/usr/bin/node' },
  { dialect: 'lilux', set: '/opt/mine', exists: true, value: '/usr/bin/node' },
] as const)(
  'R6.3: in $dialect with the host variable $set (exists: $exists), the interpreter is $value',
  ({ dialect, set, exists, value }) => {
    const run = bindInterpreter({
      dialect,
      interpreter: '{type: system_binary, var: P, binary: node}',
      files: ['/usr/bin/node', ...(exists ? [set] : [])],
      environ: { P: set },
    })
    expect(run.env?.['P']).toBe(value)
  },
)

test.for(['5', '[a]', '{a: b}'])('R6.3: the fallback %s is converted to text', (fallback) => {
  const run = bindInterpreter({ dialect: 'lillux', interpreter: `{type: command, var: P, fallback: ${fallback}}` })
  expect(run.env?.['P']).toBe({ '5': '5', '[a]': "['a']", '{a: b}': "{'a': 'b'}" }[fallback])
})

test.for([
  'binary: [a], search_paths: [bin]',
  'binary: a, search_paths: 5',
  'binary: a, search_paths: [bin], candidates: [1]',
])('R6.3: a setting of the wrong type is an error: %s', (settings) => {
  const run = bindInterpreter({ dialect: 'lillux', interpreter: `{type: local_binary, var: P, ${settings}}` })
  expect(findings(run)).toMatchObject([{ code: 'metadata-wrong-type', severity: 'error' }])
  expect(run.status).toBe('refused')
})
