import { expect, test } from 'vitest'
import { dialects, isDialectName, primitiveOf, type DialectName, type InterpreterType } from './dialect.ts'
import { findItem } from '../resolve/resolve.ts'
import { findingsOf, open, testSettings, workspace, type TestFiles } from '../testing/workspace.ts'

// Section 0, row by row: all differences between the three dialects.

const names = ['kiwi', 'lilux', 'lillux'] as const
const inAll = <T>(row: Record<DialectName, T>) => names.map((dialect) => ({ dialect, expected: row[dialect] }))

test('section 0: dialects are listed oldest first, and other names are refused', () => {
  expect(Object.keys(dialects)).toEqual(names)
  for (const name of names) expect(isDialectName(name) && dialects[name].name).toBe(name)
  for (const other of ['', 'Kiwi', 'toString', '__proto__', null, 5]) expect(isDialectName(other)).toBe(false)
})

const primitives: Record<string, Record<DialectName, string | undefined>> = {
  'rye/core/primitives/execute': { kiwi: undefined, lilux: undefined, lillux: 'execute' },
  'rye/core/primitives/subprocess': { kiwi: 'subprocess', lilux: 'subprocess', lillux: undefined },
  'rye/core/primitives/http_client': { kiwi: 'http_client', lilux: 'http_client', lillux: undefined },
  subprocess: { kiwi: 'subprocess', lilux: undefined, lillux: undefined },
  'my/own/http_client': { kiwi: 'http_client', lilux: undefined, lillux: undefined },
  'my/own/subprocess2': { kiwi: undefined, lilux: undefined, lillux: undefined },
  execute: { kiwi: undefined, lilux: undefined, lillux: undefined },
}

test.for(Object.entries(primitives))('section 0, primitive IDs: %s has its kind in each dialect', ([id, expected]) => {
  for (const name of names) expect(primitiveOf(dialects[name], id), name).toBe(expected[name])
})

const stem = '/user/.ai/tools/any/where/t.yaml'
const byStem = [
  { name: 'by its path', id: 'any/where/t', files: [stem], found: { kiwi: undefined, lilux: stem, lillux: stem } },
  {
    name: 'by its stem, at any depth',
    id: 't',
    files: [stem],
    found: { kiwi: stem, lilux: undefined, lillux: undefined },
  },
  {
    name: 'at the top, as a Python file',
    id: 't',
    files: ['/user/.ai/tools/t.py', '/user/.ai/tools/a/t.py'],
    found: { kiwi: '/user/.ai/tools/t.py', lilux: '/user/.ai/tools/t.py', lillux: '/user/.ai/tools/t.py' },
  },
  {
    name: 'by its path, as a Python file',
    id: 'a/t',
    files: ['/user/.ai/tools/a/t.py'],
    found: { kiwi: '/user/.ai/tools/a/t.py', lilux: '/user/.ai/tools/a/t.py', lillux: '/user/.ai/tools/a/t.py' },
  },
  {
    name: 'in the first space, however deep',
    id: 't',
    files: ['/project/.ai/tools/deep/er/t.py', '/user/.ai/tools/t.py'],
    found: {
      kiwi: '/project/.ai/tools/deep/er/t.py',
      lilux: '/user/.ai/tools/t.py',
      lillux: '/user/.ai/tools/t.py',
    },
  },
  {
    name: 'by the stem of a shell script, which carries metadata too (R2.8)',
    id: 't',
    files: ['/user/.ai/tools/a/t.sh', '/user/.ai/tools/a/t.toml'],
    found: { kiwi: '/user/.ai/tools/a/t.sh', lilux: undefined, lillux: undefined },
  },
] as const

test.for(byStem)('section 0, ID to file: $id is found $name', ({ id, files, found }) => {
  for (const dialect of names) {
    const { workspace: here } = open({ files: Object.fromEntries(files.map((path) => [path, ''])) }, { dialect })
    expect(findItem(here, id, here.places)?.path, dialect).toBe(found[dialect])
  }
})

const python = '__version__ = "7"\n'
const yaml = 'version: "7"\n'
const script = 'export const __version__ = "7"\n'

test.for([
  { extension: '.py', text: python, read: inAll({ kiwi: 'python', lilux: 'python', lillux: 'python' }) },
  { extension: '.yaml', text: yaml, read: inAll({ kiwi: 'yaml', lilux: 'yaml', lillux: 'yaml' }) },
  { extension: '.yml', text: yaml, read: inAll({ kiwi: 'yaml', lilux: 'yaml', lillux: 'yaml' }) },
  ...['.js', '.ts', '.mjs', '.cjs'].map((extension) => ({
    extension,
    text: script,
    read: inAll({ kiwi: null, lilux: null, lillux: 'javascript' }),
  })),
  { extension: '.json', text: '{"version": "7"}', read: inAll({ kiwi: null, lilux: null, lillux: null }) },
  { extension: '.sh', text: `# ${python}`, read: inAll({ kiwi: 'shell', lilux: 'shell', lillux: 'shell' }) },
  { extension: '.toml', text: 'version = "7"\n', read: inAll({ kiwi: null, lilux: null, lillux: null }) },
])('section 0, metadata: each dialect reads $extension files in the expected format', ({ extension, text, read }) => {
  const path = `/project/.ai/tools/t${extension}`
  for (const { dialect, expected } of read) {
    const metadata = open({ files: { [path]: text } }, { dialect }).workspace.metadata(path)
    expect([dialect, metadata?.format, metadata?.fields.has('version')]).toEqual([dialect, expected, expected !== null])
  }
})

const interpreters: Record<InterpreterType, readonly DialectName[]> = {
  venv_python: ['kiwi', 'lilux'],
  generic: ['kiwi'],
  node_modules: ['lilux'],
  version_manager: ['lilux'],
  system_binary: ['lilux', 'lillux'],
  local_binary: ['lillux'],
  command: ['lillux'],
}

/** One tool that runs on the process primitive of a dialect. */
const runnable = (dialect: DialectName, fields: string): TestFiles =>
  dialect === 'kiwi'
    ? workspace`
        === project/tools/subprocess.yaml
        version: "1"
        === project/tools/t.py
        __executor_id__ = "subprocess"
        ${fields}
      `
    : workspace`
        === project/tools/t.py
        __executor_id__ = "${dialect === 'lilux' ? 'rye/core/primitives/subprocess' : 'rye/core/primitives/execute'}"
        ${fields}
      `

test.for(Object.entries(interpreters))('section 0, interpreter types: %s is known to %s', ([type, known]) => {
  for (const dialect of names) {
    const fields = `ENV_CONFIG = {"interpreter": {"type": "${type}", "var": "X", "fallback": "fb"}}\nCONFIG = {"command": "ls"}`
    const world = { ...testSettings.world, files: [] }
    const run = open(runnable(dialect, fields), { dialect, world }).analyze('t')
    const unknown = run.diagnostics.find(({ code }) => code === 'interpreter-type-unknown')
    expect(unknown === undefined, dialect).toBe(known.includes(dialect))
    if (unknown)
      expect(unknown.facts).toMatchObject({ type, dialect, known_in: names.filter((one) => known.includes(one)) })
    expect(run.env?.['X'], dialect).toBe('fb')
  }
})

test('section 0, interpreter types: venv_python searches the spaces it lists (kiwi), or one path (lilux)', () => {
  const fields =
    'ENV_CONFIG = {"interpreter": {"type": "venv_python", "var": "X", "search": ["user", "system"]}}\nCONFIG = {"command": "ls"}'
  const venvs = { '/project/.venv/bin/python3': '', '/user/.venv/bin/python3': '' }
  const found = (dialect: DialectName) =>
    open({ files: { ...runnable(dialect, fields).files, ...venvs } }, { dialect }).analyze('t').env?.['X']
  expect(found('kiwi')).toBe('/user/.venv/bin/python3')
  expect(found('lilux')).toBe('/project/.venv/bin/python3')
})

test('section 0 with R6.3: only in lillux, a variable that names an existing file takes precedence', () => {
  const type = { lilux: 'system_binary', lillux: 'system_binary', kiwi: 'generic' }
  const found = names.map((dialect) => {
    const fields = `ENV_CONFIG = {"interpreter": {"type": "${type[dialect]}", "var": "X", "binary": "python3"}}\nCONFIG = {"command": "ls"}`
    const world = { ...testSettings.world, environ: { PATH: '/usr/bin', X: '/bin/sh' } }
    return open(runnable(dialect, fields), { dialect, world }).analyze('t').env?.['X']
  })
  expect(found).toEqual(['/usr/bin/python3', '/usr/bin/python3', '/bin/sh'])
})

test('section 0 with R6.5: only lillux expands the anchor context in env_config', () => {
  const fields = 'ENV_CONFIG = {"env": {"HERE": "{project_path}"}}\nCONFIG = {"command": "ls"}'
  expect(names.map((dialect) => open(runnable(dialect, fields), { dialect }).analyze('t').env?.['HERE'])).toEqual([
    '{project_path}',
    '{project_path}',
    '/project',
  ])
})

test.for([
  {
    dialect: 'lilux',
    config: '{"command": "x", "args": ["--params", "{params_json}"]}',
    args: ['--params', '{"a": 1}'],
    input: null,
  },
  { dialect: 'lillux', config: '{"command": "x", "input_data": "{params_json}"}', args: [], input: '{"a": 1}' },
  { dialect: 'kiwi', config: '{"command": "x", "args": ["{a}"]}', args: ['1'], input: null },
] as const)(
  'section 0, parameters: $dialect passes parameters to a tool in its own way',
  ({ dialect, config, args, input }) => {
    const run = open(runnable(dialect, `CONFIG = ${config}`), { dialect }).analyze('t', '{"a": 1}')
    expect(run.plan).toMatchObject({ primitive: dialect === 'lillux' ? 'execute' : 'subprocess', args, input })
    expect(dialects[dialect].parameters).toBe({ kiwi: 'merged', lilux: 'argv', lillux: 'stdin' }[dialect])
  },
)

test.for(names)('section 0, parameter check: %s refuses parameters that the schema forbids', (dialect) => {
  const fields = 'CONFIG = {"command": "x"}\nCONFIG_SCHEMA = {"properties": {"a": {"type": "string"}}}'
  const { analyze } = open(runnable(dialect, fields), { dialect })
  expect(findingsOf(analyze('t', '{"a": 1}'))).toContain('parameter-invalid')
  expect(findingsOf(analyze('t', '{"a": "1"}'))).not.toContain('parameter-invalid')
})

test('section 0, lockfiles: kiwi does not support lockfiles', () => {
  const states = names.map(
    (dialect) => open(runnable(dialect, 'CONFIG = {"command": "x"}'), { dialect }).analyze('t').lockfile.state,
  )
  expect(states).toEqual(['unsupported', 'absent', 'absent'])
})

test('section 0, config_resolve: only lillux resolves a tool config', () => {
  const resolved = names.map((dialect) => {
    const { files } = runnable(
      dialect,
      'CONFIG = {"command": "x"}\nCONFIG_RESOLVE = {"path": "w.yaml", "mode": "deep_merge"}',
    )
    return open({ files: { ...files, '/project/.ai/config/w.yaml': 'a: 1\n' } }, { dialect }).analyze('t')
      .resolved_config
  })
  expect(resolved).toEqual([null, null, { a: 1 }])
})

test('section 0, state graphs: only lillux has state graphs', () => {
  expect(names.map((name) => dialects[name].stateGraph)).toEqual([false, false, true])
})

test('section 0, labels: the label of a system file includes the bundle, except in kiwi', () => {
  expect(names.map((dialect) => open({ files: {} }, { dialect }).workspace.places.map(({ space }) => space))).toEqual([
    ['project', 'user', 'system', 'system'],
    ['project', 'user', 'system:core', 'system:more'],
    ['project', 'user', 'system:core', 'system:more'],
  ])
})

test.for(names)(
  'section 0, other rules: the trace in %s has the steps of resolution, integrity, validation and plan',
  (dialect) => {
    const { trace, status } = open(runnable(dialect, 'CONFIG = {"command": "x"}'), { dialect }).analyze('t')
    expect(status).toBe('ready')
    const steps = new Set(trace.map(({ step }) => step))
    for (const step of ['resolve', 'verify_integrity', 'validate_pair', 'build_plan'] as const)
      expect(steps.has(step), step).toBe(true)
  },
)
