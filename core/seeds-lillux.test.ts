import { expect, test } from 'vitest'
import { open, testSettings, workspace } from './testing/workspace.ts'

// The printed trees of seed 001 (dialect lillux), with the printed answers.
// If a printed answer is wrong, the rule that replaces it is next to the answer.

type Files = Readonly<Record<string, string>>

const environ = { PATH: '/usr/bin', HOME: '/home/u' }
const settings = {
  dialect: 'lillux' as const,
  systems: [{ bundle_id: 'ryeos-core', version: '1.0.0', root: '/system' }],
  world: { ...testSettings.world, environ },
}

const seed001 = workspace`
  === system/tools/rye/core/runtimes/python/script.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute

  env_config:
    interpreter:
      type: local_binary
      binary: python
      candidates: [python3]
      search_paths: [".venv/bin", ".venv/Scripts"]
      var: RYE_PYTHON
      fallback: python3

  config:
    command: "\${RYE_PYTHON}"
    args:
      - "{tool_path}"
      - "--project-path"
      - "{project_path}"
    input_data: "{params_json}"
    timeout: 300
  === system/tools/rye/bash.py
  __executor_id__ = "rye/core/runtimes/python/script"
`
const ask001 = (item: string, parameters = '{}', more: Files = {}) =>
  open({ files: { ...seed001.files, ...more } }, settings).analyze(item, parameters)

test('seed 001, concrete example: the bash tool resolves in three steps and gets its parameters on stdin', () => {
  const run = ask001('rye/bash', '{"command": "ls", "args": ["-a"]}')
  expect(run.chain.map(({ item_id, path }) => [item_id, path])).toEqual([
    ['rye/bash', '/system/.ai/tools/rye/bash.py'],
    ['rye/core/runtimes/python/script', '/system/.ai/tools/rye/core/runtimes/python/script.yaml'],
    ['rye/core/primitives/execute', null],
  ])
  // Parameters named `command` and `args` are not merged and appear only in `params_json`.
  expect(run.plan).toMatchObject({
    command: 'python3',
    args: ['/system/.ai/tools/rye/bash.py', '--project-path', '/project'],
    input: '{"command": "ls", "args": ["-a"]}',
    timeout: 300,
  })
})

test.for([
  { name: 'the named binary', files: ['/project/.venv/bin/python'], command: '/project/.venv/bin/python' },
  { name: 'a candidate', files: ['/project/.venv/bin/python3'], command: '/project/.venv/bin/python3' },
  {
    name: 'the named binary in the second folder',
    files: ['/project/.venv/Scripts/python'],
    command: '/project/.venv/Scripts/python',
  },
  { name: 'no program and uses the fallback', files: [], command: 'python3' },
])('seed 001, environment: local_binary finds $name', ({ files, command }) => {
  const more = Object.fromEntries(files.map((path) => [path, '']))
  expect(ask001('rye/bash', '{}', more).plan).toMatchObject({ command })
})

test('seed 001, chain trace: a project file that shadows the system file emits the printed event', () => {
  const files = { '/project/.ai/tools/rye/bash.py': '__executor_id__ = "rye/core/runtimes/python/script"\n' }
  const { trace } = ask001('rye/bash', '{}', files)
  expect(trace.find(({ step }) => step === 'resolve')).toEqual({
    step: 'resolve',
    item_id: 'rye/bash',
    path: '/project/.ai/tools/rye/bash.py',
    space: 'project',
    shadowed: [{ path: '/system/.ai/tools/rye/bash.py', space: 'system:ryeos-core' }],
  })
  // The fields of the printed table. `verify_integrity` also has the reason for a bad signature (R13.1).
  for (const [step, ...fields] of [
    ['resolve', 'item_id', 'path', 'space', 'shadowed'],
    ['verify_integrity', 'item_id', 'verified', 'key_fp'],
    ['resolve_env', 'contributed_by', 'keys'],
  ] as const) {
    const events = trace.filter((event) => event.step === step)
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) expect(Object.keys(event)).toEqual(expect.arrayContaining(['step', ...fields]))
  }
})

const layers = (path: string): Files => ({
  [`/system/.ai/config/${path}`]: 'engine: a\nlimits: {pages: 1, links: 5}\nsites: [x, y]\n',
  [`/user/.ai/config/${path}`]: 'limits: {pages: 2}\nsites: [z]\n',
  [`/project/.ai/config/${path}`]: 'engine: b\n',
})
const tool001 = (line: string): string => `__executor_id__ = "rye/core/runtimes/python/script"\n${line}\n`

test('seed 001, config resolution: deep_merge applies user over system values, and project values over both', () => {
  const files = {
    '/project/.ai/tools/t.py': tool001('CONFIG_RESOLVE = {"path": "web/websearch.yaml", "mode": "deep_merge"}'),
    ...layers('web/websearch.yaml'),
  }
  const config = { engine: 'b', limits: { pages: 2, links: 5 }, sites: ['z'] }
  const run = ask001('t', '{"q": 1}', files)
  expect(run.resolved_config).toEqual(config)
  // The tool's parameters contain `resolved_config`.
  const input = run.plan && 'input' in run.plan ? run.plan.input : null
  expect(JSON.parse(input ?? '')).toEqual({ q: 1, resolved_config: config })
})

test('seed 001, config resolution: first_match uses only the first file found: project, user, then system', () => {
  const text = tool001('CONFIG_RESOLVE = {"path": "agent/agent.yaml", "mode": "first_match"}')
  const all = layers('agent/agent.yaml')
  const paths = Object.keys(all)
  const found = [0, 1, 2].map((left) => {
    const files = Object.fromEntries(paths.slice(0, 3 - left).map((path) => [path, all[path] ?? '']))
    return ask001('t', '{}', { '/project/.ai/tools/t.py': text, ...files }).resolved_config
  })
  expect(found).toEqual([
    { engine: 'b' },
    { limits: { pages: 2 }, sites: ['z'] },
    { engine: 'a', limits: { pages: 1, links: 5 }, sites: ['x', 'y'] },
  ])
})

test('seed 001, config resolution: a runtime declares a config as printed, and it sets the timeout of a tool (R8.3)', () => {
  const runtimeText = `tool_type: runtime
executor_id: rye/core/primitives/execute
config_resolve:
  path: agent/agent.yaml
  mode: deep_merge
config: {command: run, args: ["{tool_path}"], timeout: 10}
`
  const files = {
    '/project/.ai/tools/t.py': '__executor_id__ = "r"\n',
    '/project/.ai/tools/r.yaml': runtimeText,
    '/project/.ai/config/agent/agent.yaml': 'defaults: {timeout: 20}\ntools: {t: {timeout: 40}}\n',
  }
  expect(ask001('t', '{}', files).plan).toMatchObject({ timeout: 40 })
})
