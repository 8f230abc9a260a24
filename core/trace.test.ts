import { expect, test } from 'vitest'
import { analyze, resolveRun } from './answer/analyze.ts'
import { alice, sign, trust } from './trust/integrity/fixtures.ts'
import { open, workspace } from './testing/workspace.ts'
import type { StepName, TraceEvent } from './trace.ts'

// R13.1: the decisions of a run, in order.

const files = workspace`
  === project/tools/demo/t.py
  __version__ = "1.0.0"
  __executor_id__ = "run"
  CONFIG_SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "default": 1}}}
  ENV_CONFIG = {"env": {"OWN": "1", "MODE": "tool"}}
  CONFIG_RESOLVE = {"path": "web.yaml", "mode": "deep_merge"}
  __anchor__ = {"enabled": True, "mode": "always"}
  __verify_deps__ = {"enabled": True, "extensions": [".py"]}
  === project/tools/demo/helper.py
  === user/tools/demo/t.py
  === project/config/web.yaml
  a: 1
  === system/tools/run.yaml
  version: "1.0.0"
  executor_id: rye/core/primitives/execute
  env_config:
    interpreter: {type: local_binary, var: RYE_PYTHON, binary: python, search_paths: [.venv/bin]}
    env: {MODE: runtime, MODE_2: "\${MODE}"}
  config:
    command: "\${RYE_PYTHON:-python3}"
    args: ["{tool_path}"]
  === more/tools/run.yaml
`

const stepsOf = (trace: readonly TraceEvent[]): readonly StepName[] => trace.map(({ step }) => step)
const only = (trace: readonly TraceEvent[], step: StepName): readonly TraceEvent[] =>
  trace.filter((event) => event.step === step)

test('R13.1: a resolve event has the fields of the seed: item_id, path, space, shadowed', () => {
  const { trace } = open(files).analyze('demo/t')
  expect(only(trace, 'resolve')).toEqual([
    {
      step: 'resolve',
      item_id: 'demo/t',
      path: '/project/.ai/tools/demo/t.py',
      space: 'project',
      shadowed: [{ path: '/user/.ai/tools/demo/t.py', space: 'user' }],
    },
    {
      step: 'resolve',
      item_id: 'run',
      path: '/system/.ai/tools/run.yaml',
      space: 'system:core',
      shadowed: [{ path: '/more/.ai/tools/run.yaml', space: 'system:more' }],
    },
    { step: 'resolve', item_id: 'rye/core/primitives/execute', path: null, space: 'system', shadowed: [] },
  ])
})

test('R13.1: a verify_integrity event has the fields item_id, verified, key_fp', () => {
  const runtime = '/system/.ai/tools/run.yaml'
  const signed = {
    ...files.files,
    ...trust('/user', alice),
    [runtime]: sign(files.files[runtime] as string, runtime, alice),
  }
  const { trace } = open({ files: signed }).analyze('demo/t')
  expect(only(trace, 'verify_integrity')).toMatchObject([
    { item_id: 'demo/t', verified: false, key_fp: null },
    { item_id: 'run', verified: true, key_fp: alice.fingerprint },
    { item_id: 'rye/core/primitives/execute', verified: true, key_fp: null },
  ])
})

test('R13.1: a resolve_env event lists the variables that each element sets, in chain order (I7)', () => {
  const world = open(files)
  expect(only(world.analyze('demo/t').trace, 'resolve_env')).toEqual([
    { step: 'resolve_env', contributed_by: 'demo/t', keys: ['OWN', 'MODE'] },
    { step: 'resolve_env', contributed_by: 'run', keys: ['MODE', 'MODE_2'] },
  ])
  world.write('/project/.venv/bin/python', '')
  expect(only(world.analyze('demo/t').trace, 'resolve_env')[1]).toEqual({
    step: 'resolve_env',
    contributed_by: 'run',
    keys: ['RYE_PYTHON', 'MODE', 'MODE_2'],
  })
})

test('R13.1: every pipeline step is traced, in pipeline order', () => {
  const { trace } = open(files).analyze('demo/t')
  const firsts = [...new Set(stepsOf(trace))].filter((step) => step !== 'cache' && step !== 'read_metadata')
  expect(firsts).toEqual([
    'resolve',
    'check_lockfile',
    'verify_integrity',
    'validate_pair',
    'check_parameters',
    'verify_dependency',
    'place_anchor',
    'resolve_interpreter',
    'resolve_env',
    'resolve_config',
    'expand_template',
    'build_plan',
  ])
  expect(only(trace, 'read_metadata')).toHaveLength(2)
  expect(only(trace, 'validate_pair')).toMatchObject([
    { child: 'demo/t', parent: 'run' },
    { child: 'run', parent: 'rye/core/primitives/execute' },
  ])
  expect(only(trace, 'check_parameters')).toEqual([{ step: 'check_parameters', errors: [], defaults: ['n'] }])
})

test('R13.1: the trace is kept when validation fails (C9)', () => {
  const { trace, status } = open(workspace`
    === project/tools/t.yaml
    executor_id: run
    outputs: [a]
    === project/tools/run.yaml
    executor_id: rye/core/primitives/execute
    inputs: [b]
    config: {command: ls}
  `).analyze('t')
  expect(status).toBe('refused')
  expect(only(trace, 'resolve')).toHaveLength(3)
  expect(only(trace, 'verify_integrity')).toHaveLength(3)
  expect(only(trace, 'validate_pair')).toMatchObject([
    { child: 't', parent: 'run', io: 'failed' },
    { io: 'not-declared' },
  ])
  expect(stepsOf(trace)).not.toContain('build_plan')
})

test('R13.1: the trace is kept when the chain breaks', () => {
  const { trace } = open(workspace`
    === project/tools/t.yaml
    executor_id: ron
    === system/tools/run.yaml
  `).analyze('t')
  expect(only(trace, 'resolve')).toMatchObject([{ item_id: 't' }])
  expect(only(trace, 'resolve_failed')).toMatchObject([{ item_id: 'ron', near: ['run'] }])
})

test('R13.1: a trace survives a JSON round-trip', () => {
  const { trace } = open(files).analyze('demo/t', '{"n": 2}')
  expect(trace.length).toBeGreaterThan(10)
  expect(JSON.parse(JSON.stringify(trace))).toEqual(trace)
})

test('R13.1: tracing does not change the answer', () => {
  const request = { item_id: 'demo/t', parameters: '{"n": 2}' }
  const reported = resolveRun(open(files).workspace, request)
  const untold = resolveRun(open(files).workspace, request, { brief: true })
  expect(untold.trace).toEqual([])
  for (const part of ['ready', 'findings', 'plan', 'env', 'config', 'resolved_config', 'parameters'] as const)
    expect(untold[part], part).toEqual(reported[part])
})

test('R13.1: a second trace differs only in its cache steps', () => {
  const { workspace: here } = open(files)
  const withoutCaches = () =>
    analyze(here, { item_id: 'demo/t', parameters: '{}' }).trace.filter(({ step }) => step !== 'cache')
  expect(withoutCaches()).toEqual(withoutCaches())
})
