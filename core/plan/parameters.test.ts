import { expect, test } from 'vitest'
import { parametersPath } from './parameters.ts'
import { open, workspace } from '../testing/workspace.ts'

// R5: the tool's schema, applied before a run.

const withSchema = (schema: string) => workspace`
  === project/tools/t.yaml
  executor_id: rye/core/primitives/execute
  config: {command: echo, args: ["{n}"], input_data: "{params_json}"}
  config_schema: ${schema}
`

const property = (schema: string): string => `{type: object, properties: {n: ${schema}}}`

test.for([
  { keyword: 'type', schema: property('{type: «integer»}'), given: '{"n": "5"}', pointer: '/n' },
  { keyword: 'type', schema: property('{type: «[string, boolean]»}'), given: '{"n": 5}', pointer: '/n' },
  {
    keyword: 'required',
    schema: '{type: object, required: «[n, m]», properties: {}}',
    given: '{"n": 1}',
    pointer: '/',
  },
  { keyword: 'enum', schema: property('{enum: «[a, b]»}'), given: '{"n": "c"}', pointer: '/n' },
  { keyword: 'minimum', schema: property('{minimum: «1»}'), given: '{"n": 0.5}', pointer: '/n' },
  { keyword: 'maximum', schema: property('{maximum: «9»}'), given: '{"n": 9.5}', pointer: '/n' },
  { keyword: 'exclusiveMinimum', schema: property('{exclusiveMinimum: «1»}'), given: '{"n": 1}', pointer: '/n' },
  { keyword: 'minLength', schema: property('{minLength: «2»}'), given: '{"n": "x"}', pointer: '/n' },
  { keyword: 'maxLength', schema: property('{maxLength: «2»}'), given: '{"n": "xyz"}', pointer: '/n' },
  { keyword: 'pattern', schema: property('{pattern: «"^[a-z]+$"»}'), given: '{"n": "a1"}', pointer: '/n' },
  { keyword: 'type', schema: property('{items: {type: «string»}}'), given: '{"n": ["a", 1]}', pointer: '/n/1' },
  {
    keyword: 'type',
    schema: property('{properties: {a/b: {type: «string»}}}'),
    given: '{"n": {"a/b": 1}}',
    pointer: '/n/a~1b',
  },
])('R5.1: $keyword refuses $given and points at $pointer and at the schema', ({ keyword, schema, given, pointer }) => {
  const files = withSchema(schema)
  const run = open(files).analyze('t', given)
  const found = run.diagnostics.filter(({ code }) => code === 'parameter-invalid')
  expect(found).toMatchObject([{ severity: 'error', facts: { pointer, keyword }, at: files.marks[0] }])
  expect(run).toMatchObject({ status: 'refused', parameters: { valid: false } })
})

test.for([
  { schema: property('{type: integer}'), given: '{"n": 5}' },
  { schema: property('{type: integer}'), given: '{"n": 5.0}' },
  { schema: property('{enum: [a, b]}'), given: '{"n": "b"}' },
  { schema: property('{minimum: 1, maximum: 1}'), given: '{"n": 1}' },
  { schema: property('{type: string, format: email}'), given: '{"n": "no address"}' },
  { schema: property('{pattern: b}'), given: '{"n": "abc"}' },
  { schema: property('{type: array, items: {type: string}}'), given: '{"n": []}' },
  { schema: '{type: object, required: [__proto__]}', given: '{"__proto__": 1}' },
  { schema: 'null', given: '{"n": 1}' },
])('R5.1: $schema accepts $given', ({ schema, given }) => {
  const run = open(withSchema(schema)).analyze('t', given)
  expect(run.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(run).toMatchObject({ status: 'ready', parameters: { valid: true } })
})

test('R5.1: every error is reported, not only the first', () => {
  const run = open(withSchema('{required: [m], properties: {n: {type: string}}}')).analyze('t', '{"n": 1}')
  const pointers = run.diagnostics.flatMap(({ code, facts }) =>
    code === 'parameter-invalid' ? [facts['pointer']] : [],
  )
  expect(pointers.toSorted()).toEqual(['/', '/n'])
})

test.for([
  { given: '{}', effective: { n: 3 }, arg: '3', json: '{"n": 3}', defaults: ['n'] },
  { given: '{"n": 4}', effective: { n: 4 }, arg: '4', json: '{"n": 4}', defaults: [] },
  { given: '{"n": null}', effective: { n: null }, arg: 'None', json: '{"n": null}', defaults: [] },
  { given: '{"m": 1}', effective: { m: 1, n: 3 }, arg: '3', json: '{"m": 1, "n": 3}', defaults: ['n'] },
])('R5.1: $given gets the defaults of its missing parameters', ({ given, effective, arg, json, defaults }) => {
  const files = withSchema('{properties: {n: {default: «3»}}}')
  const run = open(files).analyze('t', given)
  expect(run.parameters).toMatchObject({ effective, defaults, valid: true })
  expect(run.plan).toMatchObject({ args: [arg], input: json })
  if (defaults.length > 0)
    expect(run.provenance['/parameters/effective/n']).toMatchObject({
      by: { kind: 'schema-default' },
      at: files.marks[0],
    })
})

test('R5.1: a default that the schema itself refuses is an error', () => {
  const run = open(withSchema('{properties: {n: {type: string, default: 3}}}')).analyze('t')
  expect(run.diagnostics).toContainEqual(
    expect.objectContaining({ code: 'parameter-invalid', facts: expect.objectContaining({ pointer: '/n' }) }),
  )
})

test.for([
  { given: '[1]', start: 0, end: 3 },
  { given: '"x"', start: 0, end: 3 },
  { given: '{"n": }', start: 6, end: 7 },
])('R5.1: $given is refused because it is not a JSON object', ({ given, start, end }) => {
  const run = open(withSchema('{}')).analyze('t', given)
  const reported = run.diagnostics.find(({ code }) => code === 'parameters-unreadable')
  expect(reported).toMatchObject({ severity: 'error', at: { path: parametersPath, start, end } })
  expect(run.status).toBe('refused')
})

test.for([
  { schema: '{type: object, properties: {n: {type: array, default: !!set {a}}}}', refused: [] },
  { schema: '{type: object, properties: {n: {type: object, default: !!set {a}}}}', refused: ['/n'] },
  { schema: '{type: object, properties: {n: {type: object, default: 2026-02-18}}}', refused: ['/n'] },
  { schema: '{type: object, properties: {n: {type: string, default: 2026-02-18}}}', refused: [] },
  {
    schema: '{type: object, properties: {n: {properties: {"1": {type: string}}, default: {1: 2}}}}',
    refused: ['/n/1'],
  },
  {
    schema: '{type: object, properties: {n: {properties: {"1.5": {type: string}}, default: {1.5: 2}}}}',
    refused: ['/n/1.5'],
  },
  {
    schema: '{type: object, properties: {n: {properties: {"null": {type: string}}, default: {null: 2}}}}',
    refused: ['/n/null'],
  },
])('R5.1: a value without a JSON form is validated like its JSON document: $schema', ({ schema, refused }) => {
  const { diagnostics } = open(withSchema(schema)).analyze('t')
  const wrong = diagnostics.filter(({ code }) => code === 'parameter-invalid')
  expect(wrong).toMatchObject(refused.map((pointer) => ({ facts: { pointer } })))
})

test('R9.2: a value without a JSON form is reported with its path', () => {
  const schema = '{type: object, properties: {n: {default: {a: [1, {b: 2026-02-18}]}}}}'
  const { diagnostics } = open(withSchema(schema)).analyze('t')
  expect(diagnostics.map(({ message }) => message)).toContain(
    'The parameters cannot be written as JSON: n.a[1].b: Object of type date is not JSON serializable.',
  )
})
