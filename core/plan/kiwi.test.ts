import { expect, test } from 'vitest'
import { analyzeFiles, testSettings } from '../testing/workspace.ts'
import type { Files } from '../testing/worst/attack.ts'
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts'

// R9K: plans of the dialect kiwi.

const at = (name: string): string => `/project/.ai/tools/${name}`

const kiwi: Partial<WorkspaceSettings> = {
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
])('R9K K3: for a tool, the parameters $given become $argv', ({ given, argv }) => {
  const run = analyzeFiles(below('{"properties": {"a": {}, "b": {}}}'), JSON.stringify(given), kiwi, 'git')
  expect(run.plan).toMatchObject({
    args: ['-m', 'git', ...argv],
    env: { PYTHONPATH: '/project/.ai/tools/deep:/own' },
  })
})

test('R9K K3: a runtime that is called directly runs the script and ignores other parameters', () => {
  const run = analyzeFiles(runtime, '{"script": "print(1)", "x": 2}', kiwi, 'rt')
  expect(run.plan).toMatchObject({ command: 'python3', args: ['-c', 'print(1)'] })
})

test('R9K K2: variables of the elements are expanded before the caller’s parameters with the same name', () => {
  const run = analyzeFiles(runtime, '{"script": "{RYE_PYTHON}", "RYE_PYTHON": "mine"}', kiwi, 'rt')
  expect(run.plan).toMatchObject({ args: ['-c', 'python3'] })
})

test('R9K K1: without a config, the caller’s parameters define the request', () => {
  const given = { method: 'put', url: 'http://a/{id}', id: 7, headers: { 'x-a': '1' }, timeout: 4 }
  const run = analyzeFiles(runtime, JSON.stringify(given), kiwi, 'http_client')
  expect(run.plan).toMatchObject({ method: 'PUT', url: 'http://a/7', headers: { 'x-a': '1' }, timeout: 4 })
})
