import { expect, test } from 'vitest'
import type { Analysis } from '../../answer/analysis.ts'
import { open } from '../../testing/workspace.ts'

// R8.3: the effects that a resolved config can have.

const tool = 'executor_id: r\nconfig: {command: ls, args: ["{resolved_config}", "{mode}", "{other}"]}\n'

function run(settings: string, given = '{}', declared = 'execution_params: [mode]\n'): Analysis {
  const runtime = `executor_id: rye/core/primitives/execute\nconfig_resolve: {path: r.yaml}\n${declared}`
  const files = {
    '/project/.ai/tools/t.yaml': tool,
    '/user/.ai/tools/r.yaml': runtime,
    '/user/.ai/config/r.yaml': settings,
  }
  return open({ files }).analyze('t', given)
}

test('R8.3: the tool gets its config as the parameter resolved_config', () => {
  const files = {
    '/project/.ai/tools/t.yaml':
      'executor_id: rye/core/primitives/execute\nconfig: {command: ls, args: ["{resolved_config}"], input_data: "{params_json}"}\nconfig_resolve: {path: a.yaml}\n',
    '/project/.ai/config/a.yaml': 'x: 1\n',
  }
  const found = open({ files }).analyze('t', '{"n": 2}')
  expect(found.plan).toMatchObject({ args: ["{'x': 1}"], input: '{"n": 2, "resolved_config": {"x": 1}}' })
  expect(found.parameters.given).toEqual({ n: 2 })
})

test.for([
  { settings: 'defaults: {timeout: 7}', timeout: 7, mode: '{mode}' },
  { settings: 'defaults: {timeout: 7, mode: a}', timeout: 7, mode: 'a' },
  { settings: 'defaults: {timeout: 7}\ntools: {t: {timeout: 9, mode: b}}', timeout: 9, mode: 'b' },
  { settings: 'tools: {t: {mode: b}, other: {mode: c}}', timeout: 300, mode: 'b' },
  { settings: 'tools: {other: {mode: c, timeout: 1}}', timeout: 300, mode: '{mode}' },
  { settings: 'timeout: 7\nmode: a', timeout: 300, mode: '{mode}' },
  { settings: 'defaults: null\ntools: null', timeout: 300, mode: '{mode}' },
  { settings: 'defaults: {mode: a}\ntools: {t: null}', timeout: 300, mode: 'a' },
])('R8.3: a runtime passes settings as specified by $settings', ({ settings, timeout, mode }) => {
  const found = run(settings)
  expect(found.plan).toMatchObject({ timeout, args: ['{resolved_config}', mode, '{other}'] })
  expect(found.resolved_config).toBeNull()
})

test.for([
  { settings: 'defaults: {other: x, command: rm, env: {A: "1"}, __proto__: {mode: x}}', declared: '' },
  { settings: 'defaults: {other: x}', declared: 'execution_params: [mode]\n' },
  { settings: 'defaults: {mode: x}', declared: '' },
  { settings: 'defaults: {mode: x}', declared: 'execution_params: null\n' },
])('R8.3: without permission, $settings changes nothing', ({ settings, declared }) => {
  const found = run(settings, '{}', declared)
  expect(found.plan).toMatchObject({ command: 'ls', args: ['{resolved_config}', '{mode}', '{other}'], timeout: 300 })
  expect(found.env).not.toHaveProperty('A')
})

test("R8.3: a hint reports that the tool does not receive its runtime's config", () => {
  const codes = run('defaults: {timeout: 7}').diagnostics.map(({ code }) => code)
  expect(codes.filter((code) => code === 'config-stays-with-runtime')).toHaveLength(1)
})

test.for(['lilux', 'kiwi'] as const)('R8: %s resolves no configs, with a finding', (dialect) => {
  const primitive = dialect === 'kiwi' ? 'subprocess' : 'rye/core/primitives/subprocess'
  const files = {
    '/project/.ai/tools/t.yaml': `executor_id: ${primitive}\nconfig: {command: ls}\nconfig_resolve: {path: a.yaml}\n`,
    '/project/.ai/config/a.yaml': 'x: 1\n',
    '/project/.ai/tools/subprocess.py': '__tool_type__ = "primitive"\n__executor_id__ = None\n',
  }
  const found = open({ files }, { dialect }).analyze('t')
  expect(found.resolved_config).toBeNull()
  expect(found.diagnostics).toContainEqual(expect.objectContaining({ code: 'config-resolves-nothing' }))
})

test.for([
  { given: '{"timeout": 3}', timeout: 3, mode: 'a' },
  { given: '{"mode": "mine"}', timeout: 7, mode: 'mine' },
  { given: '{"timeout": 3, "mode": ""}', timeout: 3, mode: '' },
])('R8.3: the config never overrides the caller’s value: $given', ({ given, timeout, mode }) => {
  const found = run('defaults: {timeout: 7, mode: a}', given)
  expect(found.plan).toMatchObject({ timeout, args: ['{resolved_config}', mode, '{other}'] })
  expect(found.parameters.given).toEqual(JSON.parse(given))
})

test('R8.3: a value that a runtime sets has that runtime’s config as origin', () => {
  const found = run('defaults: {timeout: 7}\ntools: {t: {timeout: 9}}')
  expect(found.provenance['/plan/timeout']).toMatchObject({
    value: 9,
    by: { kind: 'config', space: 'user', path: '/user/.ai/config/r.yaml' },
    at: { start: 'defaults: {timeout: 7}\ntools: {t: {timeout: '.length },
  })
})

test.for(['defaults: [a]', 'defaults: text', 'tools: [a]', 'tools: {t: 5}'])(
  'R8.3: a config with %s stops the run',
  (settings) => {
    const found = run(settings)
    expect(found.status).toBe('refused')
    expect(found.diagnostics).toContainEqual(expect.objectContaining({ code: 'config-wrong-type', severity: 'error' }))
  },
)

test.for([
  { spec: '[{path: 5}]', stops: true },
  { spec: '{path: [a]}', stops: true },
  { spec: 'text', stops: false },
  { spec: '[text]', stops: true },
  { spec: '{}', stops: false },
  { spec: '{mode: deep_merge}', stops: false },
  { spec: 'null', stops: false },
])('R8.1: config_resolve: $spec stops the run: $stops', ({ spec, stops }) => {
  const files = {
    '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nconfig_resolve: ${spec}\n`,
  }
  expect(open({ files }).analyze('t').status).toBe(stops ? 'refused' : 'ready')
})
