import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { analyze } from './answer/analyze.ts'
import { encodeValue } from './read/value/encode.ts'
import { readOutcome } from './run/result.ts'
import { open, testSettings, workspace } from './testing/workspace.ts'

// R9K: the printed trees of seed 002, with the printed answers.

const printed = workspace`
  === system/tools/rye/primitives/subprocess.py
  __version__ = "1.0.1"
  __tool_type__ = "primitive"
  __executor_id__ = None      # ← No delegation
  __category__ = "primitives"

  CONFIG_SCHEMA = {
      "type": "object",
      "properties": {
          "command": {"type": "string", "description": "Command to run"},
          "args": {"type": "array", "items": {"type": "string"}},
          "env": {"type": "object", "description": "Environment variables"},
          "cwd": {"type": "string", "description": "Working directory"},
          "timeout": {"type": "integer", "default": 300},
      },
      "required": ["command"]
  }
  === system/tools/rye/runtimes/python_runtime.py
  __version__ = "2.0.0"
  __tool_type__ = "runtime"
  __executor_id__ = "subprocess"  # ← Delegates to subprocess primitive
  __category__ = "runtimes"

  # Declares how to find and configure Python
  ENV_CONFIG = {
      "interpreter": {
          "type": "venv_python",
          "search": ["project", "user", "system"],
          "var": "RYE_PYTHON",
          "fallback": "python3",
      },
      "env": {
          "PYTHONUNBUFFERED": "1",
          "PROJECT_VENV_PYTHON": "\${RYE_PYTHON}",  # ← Template variable
      },
  }

  # Base command configuration (resolved at runtime)
  CONFIG = {
      "command": "\${RYE_PYTHON}",  # ← Will be resolved to actual path
      "args": [],
      "timeout": 300,
  }
  === system/tools/rye/capabilities/git.py
  __version__ = "1.0.0"
  __tool_type__ = "python"
  __executor_id__ = "python_runtime"  # ← Delegates to Python runtime
  __category__ = "capabilities"

  CONFIG_SCHEMA = {
      "type": "object",
      "properties": {
          "command": {"type": "string", "description": "git command (clone, pull, etc.)"},
          "args": {"type": "array", "items": {"type": "string"}},
      },
      "required": ["command"]
  }
`

const environ = { PATH: '/usr/bin', HOME: '/home/u' }
const call = (item: string, parameters: object, more: Readonly<Record<string, string>> = {}): Analysis =>
  open(
    { files: { ...printed.files, ...more } },
    { dialect: 'kiwi', world: { ...testSettings.world, environ } },
  ).analyze(item, JSON.stringify(parameters))

const resolved = { RYE_PYTHON: '/usr/bin/python3', PYTHONUNBUFFERED: '1', PROJECT_VENV_PYTHON: '/usr/bin/python3' }

test('K1: the plan of example 1 of seed 002, subprocess(command, args, message), runs echo hello', () => {
  const run = call('subprocess', { command: 'echo', args: ['{message}'], message: 'hello' })
  expect(run).toMatchObject({ status: 'ready', plan: { command: 'echo', args: ['hello'], timeout: 300 } })
})

test('K3: the plan of example 2 of seed 002, python_runtime(script), runs the script', () => {
  const run = call('python_runtime', { script: "print('hello')" })
  expect(run).toMatchObject({
    status: 'ready',
    plan: { command: '/usr/bin/python3', args: ['-c', "print('hello')"], env: resolved, timeout: 300 },
  })
})

test('K3: the plan of example 3 of seed 002, git(command="status"), runs the module with its parameters', () => {
  const run = call('git', { command: 'status' })
  expect(run).toMatchObject({
    status: 'ready',
    chain: [{ item_id: 'git' }, { item_id: 'python_runtime' }, { item_id: 'subprocess' }],
    plan: { command: '/usr/bin/python3', args: ['-m', 'git', 'status'], env: resolved, timeout: 300 },
  })
  expect(run.plan).toMatchObject({ env: { PYTHONPATH: '/system/.ai/tools/rye/capabilities' } })
  expect(run.diagnostics.map(({ code }) => code)).not.toContain('plan-unrelated')
  expect(run.trace.find(({ step }) => step === 'call_module')).toEqual({
    step: 'call_module',
    item_id: 'git',
    module: 'git',
    directory: '/system/.ai/tools/rye/capabilities',
  })
})

test.for([
  { given: { args: ['-v', '2'], command: 'log' }, argv: ['log', '-v', '2'] },
  { given: { extra: 1.5, command: 'log', other: true, none: null }, argv: ['log', '1.5', 'True'] },
  { given: { command: 'log', args: [] }, argv: ['log'] },
])('K3: the parameters $given are passed in schema order, followed by all others', ({ given, argv }) => {
  expect(call('git', given).plan).toMatchObject({ args: ['-m', 'git', ...argv] })
})

test('K2: variables that elements set are placeholders, host variables are not', () => {
  const config = 'CONFIG = {"command": "{RYE_PYTHON}", "args": ["{HOME}", "{PYTHONUNBUFFERED}"]}\n'
  const runtime = (printed.files['/system/.ai/tools/rye/runtimes/python_runtime.py'] as string).replace(
    /CONFIG = \{\n {4}"command"[^]*/,
    config,
  )
  const run = call('git', { command: 'x' }, { '/system/.ai/tools/rye/runtimes/python_runtime.py': runtime })
  expect(run.plan).toMatchObject({ command: '/usr/bin/python3', args: ['{HOME}', '1'] })
})

test.for([
  { config: '{"command": "ls"}', given: { command: 'echo' }, plan: { command: 'ls' } },
  { config: '{"command": None}', given: { command: 'echo' }, plan: { command: 'echo' } },
  { config: '{"command": "ls", "args": []}', given: { args: ['a'] }, plan: { args: ['a'] } },
  { config: '{"command": "ls", "args": ["b"]}', given: { args: ['a'] }, plan: { args: ['b'] } },
  { config: '{"command": "ls", "timeout": 5}', given: { timeout: 9 }, plan: { timeout: 5 } },
  {
    config: '{"command": "ls"}',
    given: { timeout: 9, cwd: '/c', input_data: 'i' },
    plan: { timeout: 9, cwd: '/c', input: 'i' },
  },
  { config: '{"command": "ls"}', given: { env: { A: '1' } }, plan: { env: { A: '1', HOME: '/home/u' } } },
])('K1: with the config $config, the parameters $given fill only missing settings', ({ config, given, plan }) => {
  const files = { '/project/.ai/tools/t.py': `__executor_id__ = "subprocess"\nCONFIG = ${config}\n` }
  expect(call('t', given, files).plan).toMatchObject(plan)
})

test('K4: the data of a finished process has its output as text, which does not decide the success', () => {
  const text = (printed: string) => ({ text: printed, bytes: printed.length, omitted_bytes: 0 })
  const outcome = {
    primitive: 'subprocess',
    ending: { kind: 'exited', return_code: 0 },
    stdout: text('{"success": false}'),
    stderr: text(''),
    duration_ms: 1,
  } as const
  const read = readOutcome(outcome, true)
  expect([read.success, read.error]).toEqual([true, null])
  expect(encodeValue(read.data)).toEqual({ stdout: '{"success": false}', stderr: '', returncode: 0 })
})

test('Q4: the refusal of the nested call in seed 002 shows the flat form', () => {
  const nested = '{"config": {"command": "echo", "args": ["{message}"]}, "params": {"message": "hello"}}'
  const { workspace: kiwi } = open(printed, { ...testSettings, dialect: 'kiwi' })
  const refused = analyze(kiwi, { item_id: 'subprocess', parameters: nested })
  expect(refused.status).toBe('refused')
  expect(refused.diagnostics.find(({ code }) => code === 'parameter-invalid')?.message).toContain(
    'kiwi requires flat parameters. Move the entries of config and params to the top level',
  )
  const flat = '{"command": "echo", "args": ["{message}"], "message": "hello"}'
  expect(analyze(kiwi, { item_id: 'subprocess', parameters: flat }).plan).toMatchObject({ args: ['hello'] })
})

test('Q4: the refusal of a flat call does not show the flat form', () => {
  const { workspace: kiwi } = open(printed, { ...testSettings, dialect: 'kiwi' })
  const { diagnostics } = analyze(kiwi, { item_id: 'subprocess', parameters: '{"config": "echo"}' })
  expect(diagnostics.map(({ message }) => message).join()).not.toContain('flat parameters')
})
