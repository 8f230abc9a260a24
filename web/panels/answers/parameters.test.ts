import { expect, test } from 'vitest'
import { formFields, parseParameters, withParameter } from './parameters.ts'

test('a schema gives one field for each property, of the kind that its type asks for', () => {
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

test('setting one parameter keeps the order of the others; nothing takes it away', () => {
  expect(JSON.parse(withParameter('{"a": 1, "b": 2}', 'a', 3))).toEqual({ a: 3, b: 2 })
  expect(withParameter('{"a": 1}', 'a', undefined)).toBe('{}')
  expect(withParameter('{', 'a', 1)).toContain('"a": 1')
})

test('what is no mapping is no parameters', () => {
  expect(parseParameters('[1]')).toBeUndefined()
  expect(parseParameters('{"a"')).toBeUndefined()
  expect(parseParameters('')).toEqual({})
})
