import { expect, test } from 'vitest'
import { open } from '../testing/workspace.ts'

// R9.2, R9.8: a caller's parameters with names of the run.

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

test.for(['tool', 'project', 'params_json', '_private', 'PROJECT_PATH'])('R9.2: %s is an ordinary name', (name) => {
  expect(named(name)).toEqual([])
})

test('R9.8: a setting of the primitive is named as such, once', () => {
  expect(named('cwd')).toEqual(['parameter-is-setting cwd'])
  expect(named('env')).toEqual(['parameter-is-setting env'])
  expect(named('cwd', request, 'lilux')).toEqual(['parameter-left-out cwd'])
})

test('R9K: where the parameters are the settings of the primitive, only names of the run are left out', () => {
  const kiwi = 'executor_id: subprocess\nconfig: {command: cat, args: ["{tool_path}"], input_data: "{params_json}"}\n'
  expect(named('cwd', kiwi, 'kiwi')).toEqual([])
  expect(named('project_path', kiwi, 'kiwi')).toEqual(['parameter-left-out project_path'])
})
