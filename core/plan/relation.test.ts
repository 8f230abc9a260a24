import { expect, test } from 'vitest'
import { open, analyzeFiles, codesOf } from '../testing/workspace.ts'
import type { Files } from '../testing/worst/attack.ts'

// R9.2, R9.8, R9.9: parameters of a caller with names that the run uses, and plans that do not use the tool.

const tool = 'executor_id: rye/core/primitives/execute\nconfig: {command: cat, input_data: "{params_json}"}\n'
const request =
  'executor_id: rye/core/primitives/http_client\nconfig: {url: "https://example.org/", method: POST, body: {p: "{params_json}"}}\n'

const primitive = {
  '/project/.ai/tools/subprocess.py': '__tool_type__ = "primitive"\n__executor_id__ = None\n',
}

function named(name: string, files = tool, dialect: 'lillux' | 'lilux' | 'kiwi' = 'lillux'): readonly string[] {
  const opened = open({ files: { ...primitive, '/project/.ai/tools/t.yaml': files } }, { dialect })
  return opened
    .analyze('t', JSON.stringify({ [name]: 'x' }))
    .diagnostics.filter(({ code }) => code === 'parameter-left-out' || code === 'parameter-is-setting')
    .map(({ code, facts }) => `${code} ${(facts as { name: string }).name}`)
}

test.for([
  'tool_path',
  'tool_dir',
  'tool_parent',
  'anchor_path',
  'runtime_lib',
  'project_path',
  'user_space',
  'system_space',
  'server',
  'tool_name',
  'server_config_path',
  'params_key',
  '__private',
])('R9.2: %s is not part of params_json, and a warning names it', (name) => {
  expect(named(name)).toEqual([`parameter-left-out ${name}`])
  const { plan } = open({ files: { '/project/.ai/tools/t.yaml': tool } }).analyze('t', JSON.stringify({ [name]: 'x' }))
  expect(plan).toMatchObject({ input: '{}' })
})

test.for([
  ['tool_path', 'the run sets this value itself'],
  ['project_path', 'the run sets this value itself'],
  ['user_space', 'the run sets this value itself'],
  ['system_space', 'the run sets this value itself'],
  ['params_key', 'it sets the key under which the other parameters are nested'],
  ['tool_dir', 'only templates can use it'],
  ['__private', 'names that begin with __ are reserved'],
])('R9.2: the effect of a parameter named %s: %s', ([name, effect]) => {
  const { diagnostics } = open({ files: { '/project/.ai/tools/t.yaml': tool } }).analyze('t', `{"${name}": "x"}`)
  expect(diagnostics.find(({ code }) => code === 'parameter-left-out')?.facts).toMatchObject({ name, effect })
})

test('R9.2: the entries of fixed_params override the other parameters', () => {
  const given = '{"a": 1, "fixed_params": {"a": 2}}'
  const { diagnostics, plan } = open({ files: { '/project/.ai/tools/t.yaml': tool } }).analyze('t', given)
  const left = diagnostics.find(({ code }) => code === 'parameter-left-out')
  expect(left?.facts).toMatchObject({ name: 'fixed_params', effect: 'its entries override the other parameters' })
  expect(plan).toMatchObject({ input: '{"a": 2}' })
})

test.for(['tool', 'project', 'params_json', '_private', 'PROJECT_PATH'])('R9.2: %s is an ordinary name', (name) => {
  expect(named(name)).toEqual([])
})

test('R9.8: a setting of the primitive is reported once, as a setting', () => {
  expect(named('cwd')).toEqual(['parameter-is-setting cwd'])
  expect(named('env')).toEqual(['parameter-is-setting env'])
  expect(named('cwd', request, 'lilux')).toEqual(['parameter-left-out cwd'])
})

test('R9K: if parameters are primitive settings, only reserved names of the run are left out', () => {
  const kiwi = 'executor_id: subprocess\nconfig: {command: cat, args: ["{tool_path}"], input_data: "{params_json}"}\n'
  expect(named('cwd', kiwi, 'kiwi')).toEqual([])
  expect(named('project_path', kiwi, 'kiwi')).toEqual(['parameter-left-out project_path'])
})

const at = (name: string): string => `/project/.ai/tools/${name}`

const runtime = (config: string): Files => ({
  '/user/.ai/tools/r.yaml': `executor_id: rye/core/primitives/execute\nconfig: ${config}\n`,
})
test.for([
  { config: '{command: date}', own: '', given: '{}', warns: true },
  { config: '{command: date}', own: '', given: '{"x": "1"}', warns: true },
  { config: '{command: py, args: ["{tool_path}"]}', own: '', given: '{}', warns: false },
  { config: '{command: py, args: ["-m", "t"]}', own: '', given: '{}', warns: false },
  { config: '{command: py, args: ["-m", "u"]}', own: '', given: '{}', warns: true },
  { config: '{command: py, args: ["{x}"]}', own: '', given: '{"x": "1"}', warns: false },
  { config: '{command: py, input_data: "{params_json}"}', own: '', given: '{"x": "1"}', warns: false },
  { config: '{command: date}', own: 'config: {args: [a]}', given: '{}', warns: false },
])(
  'R9.9: a plan of $config with {$own} and the parameters $given has a warning: $warns',
  ({ config, own, given, warns }) => {
    const run = analyzeFiles({ '/project/.ai/tools/t.yaml': `executor_id: r\n${own}\n`, ...runtime(config) }, given)
    expect(run.status).toBe('ready')
    expect(codesOf(run).includes('plan-unrelated')).toBe(warns)
  },
)

test.for([
  { config: '{command: date}', given: '{"x": ""}', schema: '', warns: true },
  { config: '{command: date, args: ["a{x}b"]}', given: '{"x": 1}', schema: '', warns: false },
  { config: '{command: date, args: ["{x}"]}', given: '{}', schema: '{properties: {x: {default: d}}}', warns: false },
  { config: '{command: date, args: ["{project_path}"]}', given: '{"x": 1}', schema: '', warns: true },
  { config: '{command: date, args: ["{tool_dir}"]}', given: '{}', schema: '', warns: true },
  { config: '{command: py, args: ["-m", "d.t"]}', given: '{}', schema: '', warns: true },
])('R9.9: a plan of $config with the parameters $given has a warning: $warns', ({ config, given, schema, warns }) => {
  const own = schema === '' ? '' : `config_schema: ${schema}\n`
  const files = {
    [at('t.yaml')]: `executor_id: r\n${own}`,
    '/user/.ai/tools/r.yaml': `executor_id: rye/core/primitives/execute\nconfig: ${config}\n`,
  }
  expect(codesOf(analyzeFiles(files, given)).includes('plan-unrelated')).toBe(warns)
})
