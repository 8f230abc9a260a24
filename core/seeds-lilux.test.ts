import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { open, testSettings, workspace } from './testing/workspace.ts'
import { alice, sign, trust } from './trust/integrity/fixtures.ts'
import type { WorkspaceSettings } from './workspace/workspace-settings.ts'

// The printed trees of seed 000 (dialect lilux), with the printed answers.
// If a printed answer is wrong, the rule that replaces it is next to the answer.

type Files = Readonly<Record<string, string>>

const environ = { PATH: '/usr/bin', HOME: '/home/u' }
const settings = (more: Partial<WorkspaceSettings['world']> = {}) => ({
  dialect: 'lilux' as const,
  systems: [{ bundle_id: 'ryeos-core', version: '1.0.0', root: '/system' }],
  world: { ...testSettings.world, environ, ...more },
})

const seed000 = workspace`
  === system/tools/rye/core/runtimes/python_script_runtime.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/subprocess

  env_config:
    interpreter:
      type: venv_python
      venv_path: .venv
      var: RYE_PYTHON
      fallback: python3

  config:
    command: "\${RYE_PYTHON}"
    args:
      - "{tool_path}"
      - "--params"
      - "{params_json}"
      - "--project-path"
      - "{project_path}"
    timeout: 300
  === system/tools/rye/bash/bash.py
  __executor_id__ = "rye/core/runtimes/python_script_runtime"
`
const ask000 = (item: string, parameters = '{}', more: Files = {}, world: Partial<WorkspaceSettings['world']> = {}) =>
  open({ files: { ...seed000.files, ...more } }, settings(world)).analyze(item, parameters)

test('seed 000, concrete example: the bash tool resolves in three steps, and the runtime sets its command', () => {
  const run = ask000('rye/bash/bash', '{"command": "ls"}')
  expect(run.chain.map(({ item_id, path, space, role }) => [item_id, path, space, role])).toEqual([
    ['rye/bash/bash', '/system/.ai/tools/rye/bash/bash.py', 'system:ryeos-core', 'tool'],
    [
      'rye/core/runtimes/python_script_runtime',
      '/system/.ai/tools/rye/core/runtimes/python_script_runtime.yaml',
      'system:ryeos-core',
      'runtime',
    ],
    // R1.1: a name in the primitive table needs no file.
    ['rye/core/primitives/subprocess', null, 'system', 'primitive'],
  ])
  expect(run.plan).toMatchObject({
    primitive: 'subprocess',
    command: 'python3',
    args: ['/system/.ai/tools/rye/bash/bash.py', '--params', '{"command": "ls"}', '--project-path', '/project'],
    timeout: 300,
  })
})

const runtime = (interpreter: string): Files => ({
  '/project/.ai/tools/r.yaml': `tool_type: runtime\nexecutor_id: rye/core/primitives/subprocess\nenv_config: {interpreter: {${interpreter}, var: X, fallback: none}}\nconfig: {command: "\${X}", args: ["{tool_path}"]}\n`,
  '/project/.ai/tools/t.py': '__executor_id__ = "r"\n',
})
const answer = (argv: readonly string[], stdout: string) => ({ programs: [{ argv, return_code: 0, stdout }] })

test.for([
  { type: 'type: venv_python, venv_path: .venv', file: '/project/.venv/bin/python', world: {} },
  { type: 'type: node_modules', file: '/project/node_modules/.bin/node', world: {} },
  {
    type: 'type: system_binary, binary: node',
    file: '/usr/bin/node',
    world: answer(['which', 'node'], '/usr/bin/node\n'),
  },
  {
    type: 'type: version_manager, manager: rbenv, version: "3.3"',
    file: '/r/3.3/ruby',
    world: answer(['rbenv', 'which', '3.3'], '/r/3.3/ruby\n'),
  },
])('seed 000, environment: {$type} finds $file', ({ type, file, world }) => {
  const found = file.startsWith('/project') ? { [file]: '' } : {}
  const facts = { files: [file], ...world }
  expect(ask000('t', '{}', { ...runtime(type), ...found }, facts).plan).toMatchObject({ command: file })
  expect(ask000('t', '{}', runtime(type), { files: [] }).plan).toMatchObject({ command: 'none' })
})

const anchored = (mode: string): Files => ({
  '/user/.ai/tools/run/r.yaml': `tool_type: runtime
executor_id: rye/core/primitives/subprocess
config: {command: python3, args: ["{tool_path}"]}
anchor:
  enabled: true
  mode: ${mode} # auto, always, or never
  markers_any: ["__init__.py", "pyproject.toml"] # activation markers
  root: tool_dir # anchor root: tool_dir, tool_parent, project_path
  lib: lib/python # runtime library path
  env_paths:
    PYTHONPATH:
      prepend: ["{anchor_path}", "{runtime_lib}"]
verify_deps:
  enabled: true
  scope: anchor
  recursive: true
  extensions: [".py"]
`,
  '/user/.ai/tools/run/lib/python/rye_lib.py': 'x = 1\n',
  '/project/.ai/tools/app/t.py': '__executor_id__ = "run/r"\n',
  '/project/.ai/tools/app/lib/deep.py': 'y = 1\n',
})

test.for([
  { mode: 'auto', marker: '__init__.py', active: true },
  { mode: 'auto', marker: 'pyproject.toml', active: true },
  { mode: 'auto', marker: null, active: false },
  { mode: 'always', marker: null, active: true },
  { mode: 'never', marker: '__init__.py', active: false },
])('seeds 000 and 001, anchor: mode $mode with the marker $marker is active: $active', ({ mode, marker, active }) => {
  const here: Files = marker === null ? {} : { [`/project/.ai/tools/app/${marker}`]: '' }
  const run = ask000('app/t', '{}', { ...anchored(mode), ...here })
  expect(run.anchor?.active).toBe(active)
  const path = active ? '/project/.ai/tools/app:/user/.ai/tools/run/lib/python' : undefined
  expect(run.env?.['PYTHONPATH']).toBe(path)
  // In the seed, only the anchor directory is verified. R7.4 (A1) also verifies the runtime's library.
  const walked = ['app/lib/deep.py', 'app/t.py'].map((name) => `/project/.ai/tools/${name}`)
  const marked = marker === '__init__.py' ? ['/project/.ai/tools/app/__init__.py'] : []
  const all = [...marked, ...walked, '/user/.ai/tools/run/lib/python/rye_lib.py']
  expect([...(run.anchor?.verified_dependencies ?? [])].sort()).toEqual(active ? all.sort() : [])
})

test('seed 000, anchor: an unsigned file in the tree is named and prevents the run', () => {
  const signed = Object.fromEntries(
    Object.entries(anchored('always')).map(([path, text]) => [path, sign(text, path, alice)]),
  )
  const strict = (files: Files): Analysis =>
    open({ files: { ...files, ...trust('/user', alice) } }, { ...settings(), dev_mode: false }).analyze('app/t')
  expect(strict(signed).status).toBe('ready')
  const deep = '/project/.ai/tools/app/lib/deep.py'
  const run = strict({ ...signed, [deep]: 'y = 2\n' })
  expect(run.status).toBe('refused')
  expect(run.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
    expect.stringContaining(deep),
  ])
})

const lockPath = '/project/.ai/lockfiles/rye/bash/bash@1.0.0.lock.json'
const lockfile = (root: string, tool: string, runtime: string): Files => ({
  '/system/.ai/tools/rye/bash/bash.py':
    '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python_script_runtime"\n',
  [lockPath]: `{
  "lockfile_version": 1,
  "generated_at": "2026-02-15T12:00:00+00:00",
  "root": {
    "tool_id": "rye/bash/bash",
    "version": "1.0.0",
    "integrity": "${root}"
  },
  "resolved_chain": [
    { "item_id": "rye/bash/bash", "space": "system", "integrity": "${tool}" },
    {
      "item_id": "rye/core/runtimes/python_script_runtime",
      "space": "system",
      "integrity": "${runtime}"
    }
  ]
}
`,
})

test('seed 000, lockfile: the printed form is valid; a mismatch is refused with advice to re-sign and delete it', () => {
  const printed = ask000('rye/bash/bash', '{}', lockfile('a1b2c3...', 'a1b2c3...', 'd4e5f6...'))
  expect([printed.status, printed.lockfile.state]).toEqual(['refused', 'drifted'])
  const said = printed.diagnostics.filter(({ code }) => code.startsWith('lockfile-'))
  expect(said.length).toBeGreaterThan(0)
  for (const { message } of said) expect(message).toContain('re-sign and delete the stale lockfile')
  const [tool, runtimeEntry] = printed.chain.map(({ integrity }) => integrity ?? '')
  const exact = ask000('rye/bash/bash', '{}', lockfile(tool!, tool!, runtimeEntry!))
  expect([exact.status, exact.lockfile.state]).toEqual(['ready', 'matches'])
})

const sh = `#!/bin/bash
# __version__ = "1.0.0"
# __tool_type__ = "shell"
# __executor_id__ = "r"
# CONFIG_SCHEMA = {
#     "type": "object",
#     "properties": {"name": {"type": "string", "default": "you"}},
# }
echo "hello"
`

test('seeds 000 and 001, layer 3: a shell script with a metadata header is a tool (R2.8)', () => {
  const runner =
    'executor_id: rye/core/primitives/subprocess\nconfig: {command: bash, args: ["{tool_path}", "{name}"]}\n'
  const files = { '/project/.ai/tools/hello.sh': sh, '/project/.ai/tools/r.yaml': runner }
  const run = ask000('hello', '{}', files)
  expect(run).toMatchObject({
    status: 'ready',
    chain: [{ item_id: 'hello', version: '1.0.0', tool_type: 'shell', executor_id: 'r' }, { item_id: 'r' }, {}],
    parameters: { effective: { name: 'you' } },
    plan: { command: 'bash', args: ['/project/.ai/tools/hello.sh', 'you'] },
  })
})

test('seed 000, layer 1: the plan of an http_client tool has its retries and streaming', () => {
  const config = `config:
  method: POST
  url: "https://api.example/{path}"
  headers: {accept: text/event-stream}
  body: {q: "{q}"}
  auth: {type: bearer, token: "\${TOKEN}"}
  retry: {max_attempts: 3, backoff: exponential}
  timeout: 30
  mode: stream
`
  const files = {
    '/project/.env': 'TOKEN=abc\n',
    '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/http_client\n${config}`,
  }
  expect(ask000('t', '{"path": "v1", "q": "x"}', files).plan).toMatchObject({
    primitive: 'http_client',
    method: 'POST',
    url: 'https://api.example/v1',
    headers: { accept: 'text/event-stream' },
    body: { q: 'x' },
    auth: { type: 'bearer', token: 'abc' },
    retry: { max_attempts: 3, backoff: 'exponential' },
    timeout: 30,
    mode: 'stream',
  })
})
