import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { encodeValue } from './read/value/encode.ts'
import { readOutput } from './run/result.ts'
import { codesOf, open, testSettings } from './testing/workspace.ts'
import { tool, type Files } from './testing/worst/attack.ts'
import type { WorkspaceSettings } from './workspace/workspace-settings.ts'

// The rules of 2026-11-22 on calls, plans, lockfiles and results, on shapes that no recorded case has: what is expected is read
// off the rule.

type Settings = Partial<WorkspaceSettings>

const primitive = 'rye/core/primitives/execute'
const at = (name: string): string => `/project/.ai/tools/${name}`
const ask = (files: Files, parameters = '{}', settings: Settings = {}, item = 't'): Analysis =>
  open({ files }, settings).analyze(item, parameters)

const said = (run: Analysis): readonly unknown[] =>
  run.diagnostics.flatMap(({ code, severity, facts }) =>
    code === 'parameter-is-setting' ? [[severity, facts['name']]] : [],
  )

test('R9.8: the bash tool of the bundle gets the timeout that its caller gave, with a warning', () => {
  const bash = `__executor_id__ = "r"\nCONFIG = {"args": ["--timeout={timeout}"]}\n`
  const run = ask(
    { [at('t.py')]: bash, [at('r.yaml')]: `executor_id: ${primitive}\nconfig: {command: py, timeout: 300}\n` },
    '{"command": "ls", "timeout": 7}',
  )
  expect(run.plan).toMatchObject({ args: ['--timeout=7'], timeout: 7 })
  expect(said(run)).toEqual([['warning', 'timeout']])
})

test.for([
  { given: '{"url": "u", "method": "m", "body": 1}', names: [] },
  { given: '{"command": "x", "args": ["y"]}', names: [] },
  { given: '{"input_data": null}', names: ['input_data'] },
  { given: '{"Timeout": 5, "CWD": "/"}', names: [] },
])('R9.8: of $given a process takes $names for its settings', ({ given, names }) => {
  expect(said(ask(tool('config: {command: ls}'), given))).toEqual(names.map((name) => ['warning', name]))
})

test('R9.8, R9.10: a timeout of the caller that is none is an error, and is told to be the setting', () => {
  const run = ask(tool('config: {command: ls}'), '{"timeout": "5"}')
  expect([run.status, codesOf(run)]).toEqual(['refused', expect.arrayContaining(['plan-incomplete'])])
})

test.for([
  { config: '{command: date}', given: '{"x": ""}', schema: '', warns: true },
  { config: '{command: date, args: ["a{x}b"]}', given: '{"x": 1}', schema: '', warns: false },
  { config: '{command: date, args: ["{x}"]}', given: '{}', schema: '{properties: {x: {default: d}}}', warns: false },
  { config: '{command: date, args: ["{project_path}"]}', given: '{"x": 1}', schema: '', warns: true },
  { config: '{command: date, args: ["{tool_dir}"]}', given: '{}', schema: '', warns: true },
  { config: '{command: py, args: ["-m", "d.t"]}', given: '{}', schema: '', warns: true },
])('R9.9: $config with $given has nothing to do with the tool: $warns', ({ config, given, schema, warns }) => {
  const own = schema === '' ? '' : `config_schema: ${schema}\n`
  const files = {
    [at('t.yaml')]: `executor_id: r\n${own}`,
    '/user/.ai/tools/r.yaml': `executor_id: ${primitive}\nconfig: ${config}\n`,
  }
  expect(codesOf(ask(files, given)).includes('plan-unrelated')).toBe(warns)
})

test.for([
  { name: 't.yaml', text: 'timeout: 1.0e+400', status: 'refused', seconds: undefined },
  { name: 't.yaml', text: 'timeout: -.INF', status: 'refused', seconds: undefined },
  { name: 't.yaml', text: 'timeout: 2026-01-01', status: 'refused', seconds: undefined },
  { name: 't.yaml', text: 'timeout: -0.0', status: 'ready', seconds: null },
  { name: 't.yaml', text: 'timeout: 1.0e-300', status: 'ready', seconds: 1e-300 },
  { name: 't.yaml', text: `timeout: 1${'0'.repeat(400)}`, status: 'refused', seconds: undefined },
  { name: 't.py', text: '1e999', status: 'refused', seconds: undefined },
  { name: 't.py', text: '3j', status: 'refused', seconds: undefined },
  { name: 't.py', text: '0x10', status: 'ready', seconds: 16 },
])('R9.10: $text in $name is $seconds, and every document holds through JSON', ({ name, text, status, seconds }) => {
  const files: Files = name.endsWith('.py')
    ? { [at(name)]: `__executor_id__ = "${primitive}"\nCONFIG = {"command": "ls", "timeout": ${text}}\n` }
    : { [at(name)]: `executor_id: ${primitive}\nconfig: {command: ls, ${text}}\n` }
  const run = ask(files)
  expect(run.status).toBe(status)
  expect(run.plan?.timeout).toBe(seconds)
  expect(JSON.parse(JSON.stringify(run))).toEqual(run)
})

const kiwi: Settings = {
  dialect: 'kiwi',
  world: { ...testSettings.world, environ: { PATH: '/usr/bin', PYTHONPATH: '/own' }, files: [] },
}
const runtime = {
  '/system/.ai/tools/rt.py':
    '__tool_type__ = "runtime"\n__executor_id__ = "subprocess"\n' +
    'ENV_CONFIG = {"interpreter": {"type": "venv_python", "search": ["project"], "var": "RYE_PYTHON", "fallback": "python3"}}\n' +
    'CONFIG = {"command": "${RYE_PYTHON}", "args": None}\n',
  '/system/.ai/tools/rye/subprocess.py': '__executor_id__ = None\n__tool_type__ = "primitive"\n',
  '/system/.ai/tools/rye/http_client.py': '__executor_id__ = None\n__tool_type__ = "primitive"\n',
}
const below = (schema: string): Files => ({
  ...runtime,
  [at('deep/git.py')]: `__executor_id__ = "rt"\nCONFIG_SCHEMA = ${schema}\n`,
})
test.for([
  { given: { b: [1, 'x'], a: false }, argv: ['False', '1', 'x'] },
  { given: { z: { k: 'v' }, a: 'A' }, argv: ['A', "{'k': 'v'}"] },
  { given: { b: null, a: null }, argv: [] },
  { given: { b: '', a: 0 }, argv: ['0', ''] },
])('R9K K3: below a tool the parameters $given are $argv', ({ given, argv }) => {
  const run = ask(below('{"properties": {"a": {}, "b": {}}}'), JSON.stringify(given), kiwi, 'git')
  expect(run.plan).toMatchObject({
    args: ['-m', 'git', ...argv],
    env: { PYTHONPATH: '/project/.ai/tools/deep:/own' },
  })
})

test('R9K K3: a runtime that is called directly runs the script, whatever else is given', () => {
  const run = ask(runtime, '{"script": "print(1)", "x": 2}', kiwi, 'rt')
  expect(run.plan).toMatchObject({ command: 'python3', args: ['-c', 'print(1)'] })
})

test('R9K K2: what the elements set comes after the caller’s parameters of the same name', () => {
  const run = ask(runtime, '{"script": "{RYE_PYTHON}", "RYE_PYTHON": "mine"}', kiwi, 'rt')
  expect(run.plan).toMatchObject({ args: ['-c', 'python3'] })
})

test('R9K K1: a request is what its caller’s parameters say where no config does', () => {
  const given = { method: 'put', url: 'http://a/{id}', id: 7, headers: { 'x-a': '1' }, timeout: 4 }
  const run = ask(runtime, JSON.stringify(given), kiwi, 'http_client')
  expect(run.plan).toMatchObject({ method: 'PUT', url: 'http://a/7', headers: { 'x-a': '1' }, timeout: 4 })
})

const locked = {
  '/system/.ai/tools/x.yaml': 'version: "1"\nexecutor_id: r\n',
  '/system/.ai/tools/r.yaml': `executor_id: ${primitive}\nconfig: {command: ls, args: ["{tool_path}"]}\n`,
}
test.for([
  { name: 'as it is', change: {}, space: 'system', last: false, state: 'matches' },
  { name: 'with its primitive', change: {}, space: 'system:core', last: true, state: 'matches' },
  { name: 'of another space', change: {}, space: 'project', last: false, state: 'drifted' },
  { name: 'of another bundle', change: {}, space: 'system:more', last: false, state: 'drifted' },
  {
    name: 'without its version',
    change: { lockfile_version: undefined },
    space: 'system',
    last: false,
    state: 'unreadable',
  },
  { name: 'of version 0', change: { lockfile_version: 0 }, space: 'system', last: false, state: 'drifted' },
  {
    name: 'with keys of a later day',
    change: { by: 'x', root_note: [1] },
    space: 'system',
    last: true,
    state: 'matches',
  },
])('R11.2: a lockfile $name: $state', ({ change, space, last, state }) => {
  const [x, r, end] = ask(locked, '{}', {}, 'x').chain
  const entries = [
    { ...x, space },
    { ...r, space },
    // R1.1: a built-in primitive is of no bundle.
    ...(last ? [{ ...end, space: 'system' }] : []),
  ]
  const lockfile = {
    lockfile_version: 1,
    generated_at: '2026-02-15T12:00:00+00:00',
    root: { tool_id: 'x', version: '1.0.0', integrity: x?.integrity },
    resolved_chain: entries.map(({ item_id, space: of, integrity }) => ({ item_id, space: of, integrity })),
    ...change,
  }
  const root = { ...lockfile.root, version: '1' }
  const run = ask(
    { ...locked, '/project/.ai/lockfiles/x@1.lock.json': JSON.stringify({ ...lockfile, root }) },
    '{}',
    {},
    'x',
  )
  expect([run.lockfile.state, run.status]).toEqual([state, state === 'matches' ? 'ready' : 'refused'])
})

test.for([
  { stdout: ' {"success": false, "error": "e"} \n', success: false, error: 'e', data: { success: false, error: 'e' } },
  { stdout: '{"success": 0, "error": "e"}', success: true, error: null, data: { success: 0, error: 'e' } },
  { stdout: '[{"success": false}]', success: true, error: null, data: [{ success: false }] },
  { stdout: 'null', success: true, error: null, data: null },
  { stdout: 'false', success: true, error: null, data: false },
  { stdout: '{"success": false, "error": {"a": [null]}}', success: false, error: { a: [null] }, data: undefined },
  { stdout: 'no', success: true, error: null, data: { stdout: 'no', stderr: '', return_code: 0 } },
])('R14.1: the output $stdout ends with success $success', ({ stdout, success, error, data }) => {
  const read = readOutput({ success: true, stdout, stderr: '', return_code: 0 })
  expect([read.success, encodeValue(read.error)]).toEqual([success, error])
  if (data !== undefined) expect(encodeValue(read.data)).toEqual(data)
})

test.for([
  { stdout: '{"success": false, "error": {"code": 1}}', error: { code: 1 } },
  { stdout: '{"success": false, "error": [1, "b"]}', error: [1, 'b'] },
  { stdout: '{"success": false, "error": 7}', error: 7 },
  { stdout: '{"success": false, "error": 1.0}', error: { $py: 'float', repr: '1.0' } },
  { stdout: '{"success": false, "error": "no"}', error: 'no' },
  { stdout: '{"success": false, "error": null, "stderr": "s"}', error: 's' },
  { stdout: '{"success": false}', error: '' },
  { stdout: '{"success": true, "error": 7}', error: null },
])('R14.1: the error of $stdout is passed on as it is', ({ stdout, error }) => {
  const read = readOutput({ success: true, stdout, stderr: '', return_code: 0 })
  expect(encodeValue(read.error)).toEqual(error)
})
