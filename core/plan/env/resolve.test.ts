import { expect, test } from 'vitest'
import { findingsOf, open, testSettings, workspace } from '../../testing/workspace.ts'

// R6: the environment of a chain.

const chain = workspace`
  === /project/.env
  FROM_DOTENV=d
  HOME=/dotenv
  === project/tools/tool.yaml
  executor_id: runtime
  config: {command: ls}
  env_config: {env: {WHO: tool, SEEN: "\${INNER}+\${WHO}", PATH: "/t:\${PATH}"}}
  === project/tools/runtime.yaml
  executor_id: rye/core/primitives/execute
  env_config: {env: {WHO: runtime, INNER: "\${DEEP}-r"}}
  === system/tools/rye/core/primitives/execute.yaml
  env_config: {env: {WHO: primitive, DEEP: deep, SEEN: early}}
`

test('R6.1: host, .env, primitive, runtime, tool: each sees and overrides the previous values', () => {
  const { env } = open(chain).analyze('tool', '{}', { show_secrets: true })
  expect(env).toEqual({
    PATH: '/t:/usr/bin:/bin',
    HOME: '/dotenv',
    FROM_DOTENV: 'd',
    WHO: 'tool',
    DEEP: 'deep',
    INNER: 'deep-r',
    SEEN: 'deep-r+tool',
  })
})

test('R6.1: the order of the host’s variables does not change the document', () => {
  const asked = (environ: Readonly<Record<string, string>>) =>
    JSON.stringify(open(chain, { world: { ...testSettings.world, environ } }).analyze('tool'))
  expect(asked({ PATH: '/bin', HOME: '/h', A: '1' })).toBe(asked({ A: '1', HOME: '/h', PATH: '/bin' }))
})

test('R6.1: every variable has its contributor and the values it overrides, in reverse order', () => {
  const { provenance } = open(chain).analyze('tool', '{}', { show_secrets: true })
  const who = provenance['/env/WHO']!
  expect(who.by).toMatchObject({ kind: 'element', item_id: 'tool' })
  expect(who.beat.map(({ value }) => value)).toEqual(['runtime', 'primitive'])
  expect(provenance['/env/HOME']).toMatchObject({
    by: { kind: 'dotenv' },
    beat: [{ value: '/home/u', by: { kind: 'host' }, at: null, because: 'overridden' }],
  })
  expect(provenance['/env/SEEN']?.beat).toMatchObject([{ value: 'early' }])
})

test('R6.1: the trace lists the contributions in the order of the chain', () => {
  const { trace } = open(chain).analyze('tool')
  expect(trace.filter(({ step }) => step === 'resolve_env')).toMatchObject([
    { contributed_by: 'tool', keys: ['WHO', 'SEEN', 'PATH'] },
    { contributed_by: 'runtime', keys: ['WHO', 'INNER'] },
    { contributed_by: 'rye/core/primitives/execute', keys: ['WHO', 'DEEP', 'SEEN'] },
  ])
})

test('R13.1: keys list the interpreter first and each variable once', () => {
  const files = workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: ls}
    env_config: {interpreter: {type: system_binary, var: P, binary: python3}, env: {A: "\${P}", P: mine}}
  `
  const run = open(files).analyze('t')
  expect(run.trace.find(({ step }) => step === 'resolve_env')).toMatchObject({ keys: ['P', 'A'] })
  expect(run.env).toMatchObject({ A: '/usr/bin/python3', P: 'mine' })
})

test('R6.1: .env is read although no element has an env_config', () => {
  const files = workspace`
    === /project/.env
    A=1
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: "\${A}"}
  `
  expect(open(files).analyze('t', '{}', { show_secrets: true })).toMatchObject({
    env: { A: '1' },
    plan: { command: '1' },
  })
})

const withValue = (value: string) => workspace`
  === project/tools/t.yaml
  executor_id: rye/core/primitives/execute
  config: {command: ls}
  env_config: {env: {FIRST: one, EMPTY: "", X: ${value}}}
`

test.for([
  { value: '"${FIRST}"', text: 'one' },
  { value: '"a${FIRST}b${FIRST}"', text: 'aonebone' },
  { value: '"${FIRST:-other}"', text: 'one' },
  { value: '"${EMPTY:-other}"', text: '' },
  { value: '"${MISSING:-other}"', text: 'other' },
  { value: '"${MISSING:-}"', text: '' },
  { value: '"${MISSING:-a b/c:d}"', text: 'a b/c:d' },
  { value: '"${lower}"', text: '${lower}' },
  { value: '"${9X}"', text: '${9X}' },
  { value: '"$FIRST"', text: '$FIRST' },
  { value: '"${FIRST"', text: '${FIRST' },
  { value: '"${__PROTO}x"', text: 'x' },
  { value: '"a;b $(c)"', text: 'a;b $(c)' },
  { value: '5', text: '5' },
  { value: '1.0', text: '1.0' },
  { value: 'yes', text: 'True' },
  { value: 'null', text: 'None' },
  { value: '[1, a]', text: "[1, 'a']" },
  { value: '["${FIRST}"]', text: "['${FIRST}']" },
])('R6.4: $value becomes $text', ({ value, text }) => {
  expect(open(withValue(value)).analyze('t').env?.['X']).toBe(text)
})

test.for([
  { value: '"«${MISSING}»"', reported: true },
  { value: '"${MISSING:-x}"', reported: false },
  { value: '"${EMPTY}"', reported: false },
])('R6.4: the variable in $value is reported as unknown: $reported', ({ value, reported }) => {
  const files = withValue(value)
  const unknown = open(files)
    .analyze('t')
    .diagnostics.filter(({ code }) => code === 'env-variable-unknown')
  expect(unknown).toHaveLength(reported ? 1 : 0)
  if (reported) expect(unknown).toMatchObject([{ facts: { name: 'X', variable: 'MISSING' }, at: files.marks[0] }])
})

test('R6.4: later values see earlier values, but not the reverse', () => {
  const files = workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: ls}
    env_config: {env: {A: "<\${B}>", B: b, C: "<\${B}>"}}
  `
  expect(open(files).analyze('t').env).toMatchObject({ A: '<>', B: 'b', C: '<b>' })
})

test.for([
  { dialect: 'lillux', a: '/project/.ai/tools/d', b: '/project /user /system {unknown}' },
  { dialect: 'lilux', a: '{tool_dir}', b: '{project_path} {user_space} {system_space} {unknown}' },
] as const)('R6.5: anchor names in env_config have the expected values in $dialect', ({ dialect, a, b }) => {
  const primitive = { lillux: 'execute', lilux: 'subprocess' }[dialect]
  const files = workspace`
    === project/tools/d/t.yaml
    executor_id: rye/core/primitives/${primitive}
    config: {command: ls}
    env_config: {env: {A: "{tool_dir}", B: "{project_path} {user_space} {system_space} {unknown}"}}
  `
  expect(open(files, { dialect }).analyze('d/t').env).toMatchObject({ A: a, B: b })
})

test("R6.5: a runtime in another space also uses the tool's context", () => {
  const files = workspace`
    === project/tools/d/t.yaml
    executor_id: r
    config: {command: ls}
    === system/tools/r.yaml
    executor_id: rye/core/primitives/execute
    env_config: {env: {A: "{tool_path}"}}
  `
  expect(open(files).analyze('d/t').env?.['A']).toBe('/project/.ai/tools/d/t.yaml')
})

test.for([true, false])(
  'R6.5: a runtime that refers to the tool keeps the variables of its primitive, in a brief analysis: %s',
  (brief) => {
    const files = workspace`
    === project/tools/t.yaml
    executor_id: r
    config: {command: ls}
    === project/tools/r.yaml
    executor_id: rye/core/primitives/execute
    env_config: {env: {A: "{tool_path}"}}
    === project/tools/rye/core/primitives/execute.yaml
    env_config: {env: {B: primitive}}
  `
    expect(open(files).analyze('t', '{}', { brief }).env).toMatchObject({
      A: '/project/.ai/tools/t.yaml',
      B: 'primitive',
    })
  },
)

test.for([
  { env_config: '{env: [a]}', field: 'env_config.env' },
  { env_config: '{env: text}', field: 'env_config.env' },
  { env_config: '{interpreter: text}', field: 'env_config.interpreter' },
])('R6: the env_config $env_config is an error that stops the run', ({ env_config, field }) => {
  const files = { '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/execute\nenv_config: ${env_config}\n` }
  const run = open({ files }).analyze('t')
  expect(run).toMatchObject({ status: 'refused', env: null })
  expect(run.diagnostics).toContainEqual(expect.objectContaining({ facts: expect.objectContaining({ field }) }))
})

test.for(['null', '{}', '{env: null, interpreter: null}', '{env: {}}', '{interpreter: {type: command}}'])(
  'R6: the env_config %s adds no variable',
  (env_config) => {
    const files = {
      '/project/.ai/tools/t.yaml': `version: "1"\ncategory: ""\nexecutor_id: rye/core/primitives/execute\nconfig: {command: ls}\nenv_config: ${env_config}\n`,
    }
    const run = open({ files }).analyze('t')
    expect(run.env).toEqual(testSettings.world.environ)
    expect(findingsOf(run).filter((code) => code !== 'category-differs')).toEqual([])
  },
)
