import { expect, test } from 'vitest'
import { readParameters } from './parameters.ts'
import { sourcedValue, type Sourced } from './template/sourced.ts'
import type { Value } from '../read/value/value.ts'
import { paramsJson } from './params-json.ts'
import { WorkBudget } from '../work-budget.ts'
import { analyzeFiles } from '../testing/workspace.ts'
import { tool } from '../testing/worst/attack.ts'

// R9.2: the tool receives the JSON that Python's `json.dumps` writes, byte for byte.

function given(text: string): ReadonlyMap<string, Sourced> {
  const read = readParameters(text)
  if ('problem' in read) throw new Error(text)
  return read.values
}

test('reading parameters takes 5 units of work per value and 1 per 20 characters', () => {
  const workOf = (text: string) => {
    const work = new WorkBudget()
    readParameters(text, work)
    return work.used
  }
  expect(workOf('[1]' + ' '.repeat(97))).toBeCloseTo(2 * 5 + 100 / 20)
  expect(workOf('[1]' + ' '.repeat(1_997))).toBeCloseTo(2 * 5 + 2_000 / 20)
})

function write(text: string, config: Readonly<Record<string, Value>> = {}): string {
  const by = { kind: 'default' } as const
  const made = paramsJson(
    given(text),
    new Map<Value, Sourced>(Object.entries(config).map(([key, value]) => [key, sourcedValue(value, by)])),
  )
  if ('problem' in made) throw new Error(made.problem)
  expect(made.text.pieces.map((piece) => piece.text).join('')).toBe(made.text.text)
  return made.text.text
}

test.for([
  { text: '{}', json: '{}' },
  { text: '', json: '{}' },
  { text: '{"b":1,"a":[1,2,{"x":null}]}', json: '{"b": 1, "a": [1, 2, {"x": null}]}' },
  { text: '{"a":true,"b":false}', json: '{"a": true, "b": false}' },
  {
    text: '{"a":1.0,"b":1e3,"c":1E-7,"d":-0.0,"e":1e16,"f":1.5e300}',
    json: '{"a": 1.0, "b": 1000.0, "c": 1e-07, "d": -0.0, "e": 1e+16, "f": 1.5e+300}',
  },
  { text: '{"a":12345678901234567890,"b":-0}', json: '{"a": 12345678901234567890, "b": 0}' },
  { text: '{"a":"ü €","b":"😀"}', json: '{"a": "\\u00fc \\u20ac", "b": "\\ud83d\\ude00"}' },
  {
    text: '{"a":"\\u0000\\b\\f\\n\\r\\t\\"\\\\/\\u007f"}',
    json: '{"a": "\\u0000\\b\\f\\n\\r\\t\\"\\\\/\\u007f"}',
  },
  { text: '{"ä":[]}', json: '{"\\u00e4": []}' },
  { text: '{"a":{},"b":[]}', json: '{"a": {}, "b": []}' },
  { text: '{"a":1,"a":2}', json: '{"a": 2}' },
])('R9.2: $text is passed in params_json as $json', ({ text, json }) => {
  expect(write(text)).toBe(json)
})

test.for([
  'env',
  'tool_path',
  'tool_dir',
  'tool_parent',
  'anchor_path',
  'runtime_lib',
  'project_path',
  'user_space',
  'system_space',
  'cwd',
  'timeout',
  'server',
  'tool_name',
  'server_config_path',
  'fixed_params',
  'params_key',
  '__anything',
  '__proto__',
])('R9.2: %s is not an input of the tool', (name) => {
  expect(write(`{"a": 1, ${JSON.stringify(name)}: 2, "b": 3}`)).toBe('{"a": 1, "b": 3}')
})

test.for(['command', 'args', 'params_json', 'resolved_config', '_one', 'constructor'])(
  'R9.2: %s is an input of the tool',
  (name) => {
    expect(write(`{${JSON.stringify(name)}: 2}`)).toBe(`{"${name}": 2}`)
  },
)

const dict = (entries: Readonly<Record<string, Value>>): Value => new Map<Value, Value>(Object.entries(entries))

test.for<{ config: Readonly<Record<string, Value>>; value: unknown }>([
  { config: { fixed_params: dict({ a: 'fixed', c: 3 }) }, value: { a: 'fixed', b: 2, c: 3 } },
  { config: { fixed_params: dict({}) }, value: { a: 1, b: 2 } },
  { config: { fixed_params: null }, value: { a: 1, b: 2 } },
  { config: { fixed_params: dict({ a: 'fixed' }), params_key: 'input' }, value: { a: 'fixed', input: { a: 1, b: 2 } } },
  { config: { fixed_params: dict({ a: 'fixed' }), params_key: '' }, value: { a: 'fixed', b: 2 } },
])('R9.2: fixed parameters cannot be overridden: $value', ({ config, value }) => {
  expect(JSON.parse(write('{"a": 1, "b": 2}', config))).toEqual(value)
})

test('R9.7: every entry of params_json has a contributor', () => {
  const by = { kind: 'element', item_id: 't', space: 'project', index: 0 } as const
  const made = paramsJson(
    given('{"a": 1, "b": "two"}'),
    new Map<Value, Sourced>([['fixed_params', sourcedValue(dict({ c: true }), by)]]),
  )
  expect('text' in made && made.text.pieces.map((piece) => [piece.text, piece.by.kind])).toEqual(
    expect.arrayContaining([
      ['1', 'caller'],
      ['"two"', 'caller'],
      ['true', 'element'],
    ]),
  )
})

test.for([
  { config: 'fixed_params: {}', json: '{"x": 1}' },
  { config: 'fixed_params: null', json: '{"x": 1}' },
  { config: 'fixed_params: {x: 2}', json: '{"x": 2}' },
  { config: 'fixed_params: {}, params_key: p', json: '{"p": {"x": 1}}' },
  { config: 'fixed_params: {a: 2}, params_key: p', json: '{"a": 2, "p": {"x": 1}}' },
])('R9.2: with {$config} the parameters are $json', ({ config, json }) => {
  const run = analyzeFiles(tool(`config: {command: ls, input_data: "{params_json}", ${config}}`), '{"x": 1}')
  expect(run.plan).toMatchObject({ input: json })
})

test.for([
  { config: 'fixed_params: {}', given: '{"é": 1.0, "b": [true, null]}', json: '{"\\u00e9": 1.0, "b": [true, null]}' },
  { config: 'fixed_params: {b: 2}', given: '{"b": 1, "a": 1e16}', json: '{"a": 1e+16, "b": 2}' },
  { config: 'fixed_params: []', given: '{"a": 1}', json: '{"a": 1}' },
])('R9.2: with {$config} the parameters $given are $json', ({ config, given, json }) => {
  const run = analyzeFiles(tool(`config: {command: ls, input_data: "{params_json}", ${config}}`), given)
  expect(run.plan).toMatchObject({ input: json })
})
