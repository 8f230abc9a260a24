import { expect, test } from 'vitest'
import { executeCall } from './run/execute.ts'
import type { Outcome } from './run/outcome.ts'
import { open, workspace } from './testing/workspace.ts'

// Seed 004 (dialect kiwi): the printed call of an agent, from the tool to the primitive and back.

const seed004 = workspace`
  === project/tools/my_git_tool.py
  __tool_type__ = "python"
  __executor_id__ = "python_runtime"
  CONFIG_SCHEMA = {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]}
  === system/tools/rye/runtimes/python_runtime.py
  __tool_type__ = "runtime"
  __executor_id__ = "subprocess"
  ENV_CONFIG = {"interpreter": {"type": "venv_python", "search": ["project", "user", "system"], "var": "RYE_PYTHON", "fallback": "python3"}}
  CONFIG = {"command": "\${RYE_PYTHON}", "args": [], "timeout": 300}
  === system/tools/rye/primitives/subprocess.py
  __tool_type__ = "primitive"
  __executor_id__ = None
`
const call004 = (parameters: Readonly<Record<string, string>>, project = '/path/to/project') => {
  const at = (path: string): string => path.replace(/^\/project\//, '/path/to/project/')
  const files = Object.fromEntries(Object.entries(seed004.files).map(([path, text]) => [at(path), text]))
  const { workspace: here } = open({ files }, { dialect: 'kiwi', project: '/path/to/project' })
  const text = (written: string) => ({ text: written, bytes: written.length, omitted_bytes: 0 })
  const outcome: Outcome = {
    primitive: 'subprocess',
    ending: { kind: 'exited', return_code: 0 },
    stdout: text('clean\n'),
    stderr: text(''),
    duration_ms: 7,
  }
  const request = {
    item_type: 'tool',
    action: 'run',
    item_id: 'my_git_tool',
    parameters: new Map(Object.entries(parameters)),
    project_path: project,
  } as const
  return executeCall(here, request, { run: () => Promise.resolve(outcome), now: () => '2026-02-15T12:00:00+00:00' })
}

test("seed 004: an agent's call passes through my_git_tool, python_runtime and subprocess, and returns a result", async () => {
  const result = await call004({ command: 'status' })
  // The seed prints `chain[-1]["__executor_id__"]` as the primitive's name. At the end of a chain, this value is null
  // (R3.3), so the item ID is the name.
  expect(result.chain.map(({ item_id, executor_id }) => [item_id, executor_id])).toEqual([
    ['my_git_tool', 'python_runtime'],
    ['python_runtime', 'subprocess'],
    ['subprocess', null],
  ])
  expect(result).toMatchObject({
    success: true,
    data: { stdout: 'clean\n', stderr: '', returncode: 0 },
    duration_ms: 7,
  })
})

test('seed 004: parameters that the schema refuses never reach the primitive', async () => {
  const result = await call004({})
  expect(result).toMatchObject({
    success: false,
    ending: { kind: 'refused', diagnostics: [{ code: 'parameter-invalid' }] },
  })
})
