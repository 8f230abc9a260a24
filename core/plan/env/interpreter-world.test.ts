import { expect, test } from 'vitest'
import { codesOf, open, testSettings, analyzeFiles } from '../../testing/workspace.ts'
import { WorkspaceChecker } from '../../answer/check.ts'
import { tool, type Files } from '../../testing/worst/attack.ts'
import type { WorkspaceSettings } from '../../workspace/workspace-settings.ts'

// R6.3: the effects of the machine, the draft and other elements of the chain on an interpreter search.

test.for([
  { name: 'in a folder of PATH', fallback: 'py3', files: ['/opt/py3'], found: true },
  { name: 'in a folder that is not on PATH', fallback: 'py3', files: ['/usr/bin/py3'], found: false },
  { name: 'at its own path', fallback: '/x/py3', files: ['/x/py3'], found: true },
  { name: 'not at its own path', fallback: '/x/py3', files: ['/opt/py3'], found: false },
  { name: 'on a machine that lists no files', fallback: 'py3', files: [], found: true },
])('R6.3: a fallback $name causes a warning that names the program, unless found: $found', (row) => {
  const text = `executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nenv_config: {interpreter: {type: local_binary, binary: p, search_paths: [a], var: P, fallback: ${row.fallback}}}\n`
  const world = { ...testSettings.world, environ: { PATH: '/bin:/opt' }, files: row.files }
  const { diagnostics } = open({ files: { '/project/.ai/tools/t.yaml': text } }, { world }).analyze('t')
  const said = diagnostics.filter(({ code }) => code === 'interpreter-fallback-missing')
  expect(said.map(({ severity }) => severity)).toEqual(row.found ? [] : ['warning'])
  for (const { message } of said) expect(message).toContain(`"${row.fallback}", which is not on this machine`)
})

test('R6.3: the PATH of .env applies to the search for a fallback', () => {
  const text = `executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nenv_config: {interpreter: {type: local_binary, binary: p, search_paths: [a], var: P, fallback: py3}}\n`
  const world = { ...testSettings.world, environ: { PATH: '/bin' }, files: ['/opt/py3'] }
  const ask = (dotenv: string): readonly string[] =>
    codesOf(open({ files: { '/project/.ai/tools/t.yaml': text, '/project/.env': dotenv } }, { world }).analyze('t'))
  expect(ask('PATH=/opt\n')).not.toContain('interpreter-fallback-missing')
  expect(ask('PATH=/other\n')).toContain('interpreter-fallback-missing')
})

test('R6.3: a variable set by an inner element does not block the interpreter of an outer element', () => {
  const files = {
    '/project/.ai/tools/t.yaml':
      'executor_id: r\nconfig: {command: ls}\nenv_config: {interpreter: {type: system_binary, var: P, binary: b}}\n',
    '/project/.ai/tools/r.yaml':
      'executor_id: rye/core/primitives/execute\nenv_config: {interpreter: {type: system_binary, var: P, binary: a}}\n',
  }
  const world = { ...testSettings.world, files: ['/usr/bin/a', '/usr/bin/b'] }
  const run = open({ files }, { world }).analyze('t')
  expect(run.env?.['P']).toBe('/usr/bin/b')
  expect(run.provenance['/env/P']?.beat.map(({ value }) => value)).toEqual(['/usr/bin/a'])
})

test('R6.3: if .env sets the variable to an existing file, the engine does not search, so nothing is overridden', () => {
  const text =
    'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nenv_config: {interpreter: {type: system_binary, var: P, binary: a}}\n'
  const files = { '/project/.ai/tools/t.yaml': text, '/project/.env': 'P=/usr/bin/b\n' }
  const world = { ...testSettings.world, files: ['/usr/bin/a', '/usr/bin/b'] }
  const run = open({ files }, { world }).analyze('t')
  expect(run.env?.['P']).toBe('/usr/bin/b')
  expect(run.provenance['/env/P']).toMatchObject({ by: { kind: 'dotenv' }, beat: [] })
})

test('R6.3: without an interpreter, the message does not report a variable from .env as unset', () => {
  const text =
    'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nenv_config: {interpreter: {type: system_binary, var: P, binary: a}}\n'
  const files = { '/project/.ai/tools/t.yaml': text, '/project/.env': 'P=/gone\n' }
  const { env, diagnostics } = open({ files }).analyze('t')
  expect(env?.['P']).toBe('/gone')
  const said = diagnostics.find(({ code }) => code === 'interpreter-not-found')
  expect(said?.message).toMatch(/^No interpreter for P was found at /)
})

test('R6.3: a directory does not count as a binary, but a file of the draft does', () => {
  const tool = (binary: string): string =>
    `executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nenv_config: {interpreter: {type: local_binary, var: P, binary: ${binary}, search_paths: [bin]}}\n`
  const files = {
    '/project/bin/python/x': '',
    '/project/bin/node': '',
    '/project/.ai/tools/a.yaml': tool('python'),
    '/project/.ai/tools/b.yaml': tool('node'),
  }
  const { analyze } = open({ files })
  expect(analyze('a').env).not.toHaveProperty('P')
  expect(analyze('b').env?.['P']).toBe('/project/bin/node')
})

const search = `env_config: {interpreter: {type: local_binary, binary: py, search_paths: [b], var: PY, fallback: py}}`
test.for([
  { name: 'an empty value in .env', dotenv: 'PY=\n', host: '/opt/py', value: '/opt/py' },
  { name: 'a file of .env before the host', dotenv: 'PY=/my/py\n', host: '/opt/py', value: '/my/py' },
  {
    name: 'a missing file in .env and a file on the host',
    dotenv: 'PY=/nowhere\n',
    host: '/opt/py',
    value: '/project/b/py',
  },
  { name: 'an empty value, and no file on the host', dotenv: 'PY=\n', host: '/nowhere', value: '/project/b/py' },
])('R6.3: with $name, the interpreter is $value', ({ dotenv, host, value }) => {
  const files = { ...tool(search), '/project/.env': dotenv, '/project/b/py': '' }
  const world = { ...testSettings.world, environ: { PY: host }, files: ['/opt/py', '/my/py'] }
  expect(analyzeFiles(files, '{}', { world }).env?.['PY']).toBe(value)
})

test('an unknown interpreter type is a warning in an analysis, and not an error in a check', () => {
  const files = tool('config: {command: ls}\nenv_config: {interpreter: {type: venv_python, var: P, fallback: py}}')
  const { analyze, workspace: opened } = open({ files })
  const said = analyze('t').diagnostics.find(({ code }) => code === 'interpreter-type-unknown')
  expect(said?.severity).toBe('warning')
  const [check] = new WorkspaceChecker(opened).checkAll()
  expect([check?.ready, check?.errors]).toEqual([true, 0])
})

const world = (environ: Files, files: readonly string[] = []): Partial<WorkspaceSettings> => ({
  world: { ...testSettings.world, environ, files },
})

const configured =
  'config: {command: "${PY:-unset}"}\nenv_config: {interpreter: {type: local_binary, binary: py, search_paths: [b], var: PY, fallback: back}}'
test.for([
  { name: 'blanks in .env', dotenv: 'PY=   \n', there: ['/opt/py'], value: '/opt/py' },
  {
    name: 'two lines of .env, the last empty',
    dotenv: 'PY=/my/py\nPY=\n',
    there: ['/opt/py', '/my/py'],
    value: '/opt/py',
  },
  { name: 'quotes in .env, which are kept', dotenv: 'PY=""\n', there: ['/opt/py'], value: 'back' },
  { name: 'no program anywhere', dotenv: '', there: [], value: 'back' },
])('R6.3: with $name, the interpreter is $value', ({ dotenv, there, value }) => {
  const run = analyzeFiles({ ...tool(configured), '/project/.env': dotenv }, '{}', world({ PY: '/opt/py' }, there))
  expect(run.env?.['PY']).toBe(value)
})

test('R6.3: an unknown type also uses its fallback, and the warning names the dialect with that type', () => {
  const text = 'config: {command: "${V}"}\nenv_config: {interpreter: {type: node_modules, var: V, fallback: node}}'
  const run = analyzeFiles(tool(text))
  const said = run.diagnostics.find(({ code }) => code === 'interpreter-type-unknown')
  expect(run).toMatchObject({ status: 'ready', plan: { command: 'node' } })
  expect(said).toMatchObject({
    severity: 'warning',
    facts: { known_in: ['lilux'] },
    hint: expect.stringContaining('lilux'),
  })
})

const windows = { PATH: 'C:\\Windows;D:\\Python\\', LocalAppData: 'C:\\x' }
test.for([
  { interpreter: '{type: system_binary, var: P, binary: node}', file: 'D:/Python/node.exe' },
  { interpreter: '{type: system_binary, var: P, binary: python3}', file: 'D:/Python/python.exe' },
  { interpreter: '{type: system_binary, var: P, binary: python3}', file: 'C:/Windows/py.exe' },
  { interpreter: '{type: system_binary, var: P, binary: npm}', file: 'D:/Python/npm.cmd' },
  { interpreter: '{type: system_binary, var: P, binary: tool}', pathext: '.PS1', file: 'D:/Python/tool.ps1' },
])('R6.3: on Windows, $interpreter finds $file', ({ interpreter, file, pathext }) => {
  const environ = { ...windows, ...(pathext === undefined ? {} : { PATHEXT: pathext }) }
  const text = `executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nenv_config: {interpreter: ${interpreter}}\n`
  const world = { ...testSettings.world, environ, path_separator: ';' as const, files: [`/${file}`] }
  expect(open({ files: { '/project/.ai/tools/t.yaml': text } }, { world }).analyze('t').env?.['P']).toBe(file)
})

test('R6.3: on Windows, python3 in any folder of PATH precedes python, and a fallback can have an extension', () => {
  const text = (words: string): string =>
    `executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nenv_config: {interpreter: {var: P, ${words}}}\n`
  const files = {
    '/project/.ai/tools/a.yaml': text('type: system_binary, binary: python3'),
    '/project/.ai/tools/b.yaml': text('type: local_binary, binary: x, search_paths: [bin], fallback: python3'),
  }
  const found = ['/C:/Windows/python.exe', '/D:/Python/python3.exe']
  const world = { ...testSettings.world, environ: windows, path_separator: ';' as const, files: found }
  const { analyze } = open({ files }, { world })
  expect(analyze('a').env?.['P']).toBe('D:/Python/python3.exe')
  expect(codesOf(analyze('b'))).not.toContain('interpreter-fallback-missing')
})
