import { expect, test } from 'vitest'
import { formFields, parseParameters, withParameter } from './parameters.ts'

test('a schema has one field per property, of the kind that fits its type', () => {
  const fields = formFields({
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'Who', default: 'world' },
      times: { type: 'integer' },
      loud: { type: 'boolean' },
      tone: { enum: ['kind', 'cool'] },
      extra: { type: 'object' },
    },
  })
  expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['name', 'text', true],
    ['times', 'number', false],
    ['loud', 'boolean', false],
    ['tone', 'choice', false],
    ['extra', 'json', false],
  ])
  expect(fields[0]).toMatchObject({ fallback: 'world', description: 'Who' })
  expect(formFields(null)).toEqual([])
})

test.for([
  ['{"a": 1, "b": 2}', 'a', '3', '{"a": 3, "b": 2}'],
  [
    '{"id": 12345678901234567891, "x": 1.0, "name": "a"}',
    'name',
    '"b"',
    '{"id": 12345678901234567891, "x": 1.0, "name": "b"}',
  ],
  ['{ "2":1e400 ,"1":{"x" : 1.0}}', '2', '1.50', '{ "2":1.50 ,"1":{"x" : 1.0}}'],
  ['{"a": 1.0}', 'b', '[2.0]', '{"a": 1.0, "b": [2.0]}'],
  ['{\n    "a": 1.0\n}', 'b', '2', '{\n    "a": 1.0,\n    "b": 2\n}'],
  ['', 'a', '"x"', '{\n  "a": "x"\n}'],
  [' {} ', '__proto__', '1', '{\n  "__proto__": 1\n}'],
  ['{', 'a', '1', '{\n  "a": 1\n}'],
  ['{"a": 1, "a": 2}', 'a', '3', '{"a": 1, "a": 3}'],
  ['{"a": 1}', 'a', undefined, '{}'],
  ['{"a": 1.0, "b": 2}', 'a', undefined, '{"b": 2}'],
  ['{\n  "a": 1.0,\n  "b": 2\n}', 'b', undefined, '{\n  "a": 1.0\n}'],
  ['{"a": 1, "b": 2.0, "a": 3}', 'a', undefined, '{"b": 2.0}'],
  ['{"a": 1}', 'c', undefined, '{"a": 1}'],
] as const)('in %j only the parameter %s changes, to %s', ([text, name, value, expected]) => {
  expect(withParameter(text, name, value)).toBe(expected)
})

test('parameters must be a mapping', () => {
  expect(parseParameters('[1]')).toBeUndefined()
  expect(parseParameters('{"a"')).toBeUndefined()
  expect(parseParameters('')).toEqual(new Map())
  expect(parseParameters('{"x": 1.0}')?.get('x')).toEqual({ value: { $py: 'float', repr: '1.0' }, text: '1.0' })
})
