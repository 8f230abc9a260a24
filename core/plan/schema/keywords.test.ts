import { expect, test } from 'vitest'
import { WorkBudget } from '../../work-budget.ts'
import type { Json } from './json.ts'
import { validateSchema, type SchemaVerdict } from './validate.ts'

// R5.1: each keyword of JSON Schema 2020-12, and its message.

const check = (schema: Json, value: Json): SchemaVerdict =>
  validateSchema(schema, value, new WorkBudget().share('schema'))

const nodes: Json = {
  $id: 'https://example.org/tree',
  $ref: '#node',
  $defs: { node: { $anchor: 'node', properties: { next: { $ref: '#/$defs/node' }, leaf: { $ref: 'leaf' } } } },
  definitions: { leaf: { $id: 'leaf', type: 'integer' } },
}

interface Row {
  readonly schema: Json
  readonly passes?: readonly Json[]
  readonly fails?: readonly Json[]
}

const a: Json = { properties: { a: true } }
const b: Json = { properties: { b: true } }
const closed: Json = { unevaluatedProperties: false }

/**
 * JSON Schema 2020-12 core, 11: an evaluation by an applied subschema counts if the subschema passes. A subschema does
 * not see evaluations by its siblings or its parent.
 */
const unevaluated: readonly Row[] = [
  { schema: { allOf: [a, b], unevaluatedProperties: false }, passes: [{ a: 1, b: 1 }], fails: [{ a: 1, c: 1 }] },
  { schema: { $ref: '#/$defs/a', $defs: { a }, unevaluatedProperties: false }, passes: [{ a: 1 }], fails: [{ b: 1 }] },
  {
    schema: {
      oneOf: [
        { required: ['a'], ...(a as object) },
        { required: ['b'], ...(b as object) },
      ],
      unevaluatedProperties: false,
    },
    passes: [{ a: 1 }, { b: 1 }],
    fails: [{ a: 1, c: 1 }, {}],
  },
  {
    schema: {
      if: { required: ['a'], ...(a as object) },
      then: b,
      else: { properties: { c: true } },
      unevaluatedProperties: false,
    },
    passes: [{ a: 1, b: 1 }, { c: 1 }],
    fails: [{ a: 1, c: 1 }, { b: 1 }],
  },
  {
    schema: { properties: { a: true }, dependentSchemas: { a: b }, unevaluatedProperties: false },
    passes: [{ a: 1, b: 1 }],
    fails: [{ b: 1 }],
  },
  {
    schema: { allOf: [{ anyOf: [{ $ref: '#/$defs/a' }] }], $defs: { a }, unevaluatedProperties: false },
    passes: [{ a: 1 }],
  },
  { schema: { allOf: [{ additionalProperties: true }], unevaluatedProperties: false }, passes: [{ z: 1 }] },
  { schema: { allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false }, passes: [{ z: 1 }] },
  { schema: { allOf: [a], unevaluatedProperties: { type: 'string' } }, passes: [{ a: 1, z: '' }], fails: [{ z: 1 }] },
  { schema: { not: { not: a }, unevaluatedProperties: false }, fails: [{ a: 1 }] },
  // Names evaluated by a sibling or an outer schema do not count.
  { schema: { allOf: [a, closed] }, passes: [{}], fails: [{ a: 1 }] },
  { schema: { allOf: [closed, a] }, fails: [{ a: 1 }] },
  { schema: { properties: { a: true }, allOf: [closed] }, fails: [{ a: 1 }] },
  { schema: { properties: { a: true }, dependentSchemas: { a: closed } }, fails: [{ a: 1 }] },
  { schema: { properties: { a: true }, anyOf: [closed, false] }, fails: [{ a: 1 }] },
  { schema: { allOf: [a], $ref: '#/$defs/c', $defs: { c: closed } }, fails: [{ a: 1 }] },
  { schema: { $ref: '#/$defs/a', allOf: [closed], $defs: { a } }, fails: [{ a: 1 }] },
  { schema: { if: a, then: closed }, fails: [{ a: 1 }] },
  { schema: { allOf: [{ anyOf: [a, { ...(b as object), ...(closed as object) }] }] }, passes: [{ a: 1, b: 1 }] },
  { schema: { allOf: [{ prefixItems: [true] }, { unevaluatedItems: false }] }, passes: [[]], fails: [[1]] },
  { schema: { allOf: [{ prefixItems: [true] }], unevaluatedItems: false }, passes: [[1]], fails: [[1, 2]] },
  {
    schema: { if: { contains: { const: 1 } }, unevaluatedItems: { const: 2 } },
    passes: [[1, 2], [2]],
    fails: [[1, 3]],
  },
  {
    schema: {
      anyOf: [{ prefixItems: [{ const: 1 }] }, { prefixItems: [true, { const: 2 }] }],
      unevaluatedItems: false,
    },
    passes: [[1], [0, 2], [1, 2]],
    fails: [[1, 3]],
  },
  { schema: { allOf: [{ contains: { const: 1 } }, { unevaluatedItems: { const: 2 } }] }, passes: [], fails: [[1, 2]] },
  {
    schema: { dependentSchemas: { a: { unevaluatedProperties: { const: 1 } } }, unevaluatedProperties: false },
    passes: [{ a: 1 }],
    fails: [{ a: 2 }, { b: 1 }],
  },
]

test.for<Row>([
  { schema: true, passes: [null, {}] },
  { schema: false, fails: [null, {}] },
  { schema: { type: 'integer' }, passes: [1, 1.0, -0, 1e300], fails: [1.5, '1', true, null] },
  { schema: { type: ['null', 'boolean'] }, passes: [null, false], fails: [0, '', [], {}] },
  { schema: { const: { a: [1, { b: null }] } }, passes: [{ a: [1, { b: null }] }], fails: [{ a: [1, { b: 0 }] }, 1] },
  { schema: { enum: [1, 'a', [1], { a: 1, b: 2 }] }, passes: [1, [1], { b: 2, a: 1 }], fails: [true, '1', [], {}] },
  { schema: { const: false }, passes: [false], fails: [0, null, ''] },
  { schema: { minimum: 1, maximum: 2 }, passes: [1, 2, 1.5, '0'], fails: [0.9, 2.1] },
  { schema: { exclusiveMinimum: 1, exclusiveMaximum: 2 }, passes: [1.5], fails: [1, 2] },
  { schema: { multipleOf: 0.1 }, passes: [0.3, 7, 0, -0.2, 'x'], fails: [0.35, 1e-7] },
  { schema: { multipleOf: 1e-300 }, passes: [1e300, 5e-300], fails: [1e-301] },
  { schema: { minLength: 2, maxLength: 2 }, passes: ['ab', '😀a', 5], fails: ['😀', 'abc'] },
  { schema: { pattern: '^a+$' }, passes: ['aa', 5], fails: ['ab'] },
  { schema: { minItems: 1, maxItems: 2 }, passes: [[1], [1, 2], {}], fails: [[], [1, 2, 3]] },
  {
    schema: { uniqueItems: true },
    passes: [
      [1, '1', true, [1]],
      [{ a: 1 }, { a: 2 }],
    ],
    fails: [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  },
  {
    schema: { uniqueItems: true },
    passes: [[], [0, false, null, '']],
    fails: [
      [1, 1.0],
      [[], []],
    ],
  },
  { schema: { items: { type: 'string' } }, passes: [[], ['a'], 'a'], fails: [['a', 1]] },
  { schema: { prefixItems: [{ type: 'string' }], items: false }, passes: [[], ['a']], fails: [[1], ['a', 'b']] },
  { schema: { items: [true], additionalItems: { type: 'null' } }, passes: [[1], [1, null]], fails: [[1, 2]] },
  { schema: { contains: { type: 'integer' } }, passes: [['a', 1]], fails: [[], ['a']] },
  { schema: { contains: { const: 1 }, minContains: 0, maxContains: 1 }, passes: [[], [1]], fails: [[1, 1]] },
  { schema: { required: ['a'] }, passes: [{ a: null }, []], fails: [{}, { b: 1 }] },
  { schema: { minProperties: 1, maxProperties: 1 }, passes: [{ a: 1 }], fails: [{}, { a: 1, b: 1 }] },
  { schema: { properties: { a: { type: 'string' } } }, passes: [{}, { b: 1 }], fails: [{ a: 1 }] },
  { schema: { patternProperties: { '^x': false } }, passes: [{ ax: 1 }], fails: [{ xa: 1 }] },
  {
    schema: { properties: { a: true }, patternProperties: { '^b': true }, additionalProperties: false },
    passes: [{ a: 1, b1: 2 }],
    fails: [{ c: 1 }, { '': 1 }],
  },
  { schema: { propertyNames: { maxLength: 1 } }, passes: [{ a: 1 }], fails: [{ ab: 1 }] },
  { schema: { dependentRequired: { a: ['b'] } }, passes: [{}, { b: 1 }, { a: 1, b: 1 }], fails: [{ a: 1 }] },
  { schema: { dependentSchemas: { a: { required: ['b'] } } }, passes: [{ b: 1 }], fails: [{ a: 1 }] },
  { schema: { dependencies: { a: ['b'], c: false } }, passes: [{ a: 1, b: 1 }], fails: [{ a: 1 }, { c: 1 }] },
  { schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] }, passes: [1], fails: [0, 3] },
  { schema: { anyOf: [{ type: 'string' }, { minimum: 1 }] }, passes: ['a', 1], fails: [0] },
  { schema: { oneOf: [{ minimum: 1 }, { maximum: 2 }] }, passes: [0, 3], fails: [1] },
  { schema: { not: { type: 'string' } }, passes: [1], fails: ['a'] },
  { schema: { if: { minimum: 1 }, then: { maximum: 2 }, else: { const: 0 } }, passes: [1, 0], fails: [3, -1] },
  { schema: { if: false, then: false }, passes: [1] },
  { schema: nodes, passes: [{ next: { leaf: 1 } }], fails: [{ leaf: 'x' }, { next: { next: { leaf: null } } }] },
  { schema: { $ref: '#/properties/a~1b%25', properties: { 'a/b%': { type: 'object' } } }, passes: [{}], fails: [1] },
  { schema: { $dynamicRef: '#d', $defs: { d: { $dynamicAnchor: 'd', type: 'null' } } }, passes: [null], fails: [1] },
  {
    schema: { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    passes: [{ a: 1 }],
    fails: [{ a: 1, b: 1 }],
  },
  {
    schema: {
      anyOf: [{ required: ['a'], properties: { a: true } }, { properties: { b: true } }],
      unevaluatedProperties: false,
    },
    passes: [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    fails: [{ c: 1 }],
  },
  {
    schema: { if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false },
    passes: [{ a: 1 }],
    fails: [{ a: 2 }],
  },
  { schema: { not: { properties: { a: false } }, unevaluatedProperties: false }, passes: [], fails: [{ a: 1 }] },
  {
    schema: { prefixItems: [true], contains: { const: 2 }, unevaluatedItems: false },
    passes: [[1, 2]],
    fails: [[1, 2, 3]],
  },
  { schema: { allOf: [{ items: true }], unevaluatedItems: false }, passes: [[1, 2]] },
  ...unevaluated,
  { schema: { format: 'email', $comment: 'x', title: 'y', unknown: false }, passes: ['no address'] },
  { schema: { const: { $ref: '#/nowhere' } }, passes: [{ $ref: '#/nowhere' }], fails: [1] },
])('R5.1: $schema accepts and refuses the expected values', ({ schema, passes = [], fails = [] }) => {
  for (const value of passes)
    expect([value, check(schema, value)]).toEqual([value, { errors: [], problems: [], limit: null }])
  for (const value of fails) expect([value, check(schema, value).errors.length > 0]).toEqual([value, true])
})

test.for([
  { schema: { type: 'text' }, path: ['type'] },
  { schema: { properties: { a: { enum: 5 } } }, path: ['properties', 'a', 'enum'] },
  { schema: { required: 'a' }, path: ['required'] },
  { schema: { required: [1] }, path: ['required'] },
  { schema: { minProperties: '1' }, path: ['minProperties'] },
  { schema: { properties: [] }, path: ['properties'] },
  { schema: { allOf: {} }, path: ['allOf'] },
  { schema: { $ref: '#/$defs/none' }, path: ['$ref'] },
  { schema: { $ref: 'https://example.org/other' }, path: ['$ref'] },
  { schema: { $ref: 5 }, path: ['$ref'] },
  { schema: { properties: { a: { multipleOf: 0 } } }, path: ['properties', 'a', 'multipleOf'] },
  { schema: { properties: { b: { pattern: '(' } } }, path: ['properties', 'b', 'pattern'] },
  { schema: { properties: { b: { pattern: '(?<=a)b' } } }, path: ['properties', 'b', 'pattern'] },
  { schema: { patternProperties: { '(': false } }, path: ['patternProperties'] },
] as const)('R5.1: $schema cannot be checked, which is reported at $path', ({ schema, path }) => {
  const { errors, problems } = check(schema as Json, { a: 1, b: 'b' })
  expect(problems).toMatchObject([{ path }])
  expect(errors).toEqual([])
})

test('R5.1: a name that is not allowed is reported at its member, with the keyword', () => {
  expect(check({ propertyNames: { maxLength: 1 } }, { a: 1, bc: 2 }).errors).toMatchObject([
    { keyword: 'propertyNames', pointer: '/bc' },
  ])
})

test.for(['properties', 'dependentSchemas', 'dependentRequired'])('R5.1: null in %s requires nothing', (keyword) => {
  expect(check({ [keyword]: { a: null } }, { a: 1 })).toEqual({ errors: [], problems: [], limit: null })
})

test.for([
  ['minimum', 5, 4, '4 is less than 5'],
  ['maximum', 5, 7, '7 is greater than 5'],
  ['exclusiveMinimum', 5, 5, '5 is not greater than 5'],
  ['exclusiveMaximum', 5, 5, '5 is not less than 5'],
  ['minLength', 2, 'a', 'it has 1 character; the minimum is 2'],
  ['maxLength', 2, 'abc', 'it has 3 characters; the maximum is 2'],
  ['minItems', 1, [], 'it has 0 items; the minimum is 1'],
  ['maxItems', 1, [1, 2], 'it has 2 items; the maximum is 1'],
  ['minProperties', 1, {}, 'it has 0 names; the minimum is 1'],
  ['maxProperties', 1, { a: 1, b: 2 }, 'it has 2 names; the maximum is 1'],
] as const)('R5.1: a value that breaks %s is reported with the limit', ([keyword, limit, value, text]) => {
  const { errors } = check({ [keyword]: limit }, value as Json)
  expect(errors).toMatchObject([{ keyword, problem: expect.stringContaining(text) as string }])
  expect(errors[0]?.problem).toContain(String(limit))
})

test('R5.1: a reference can pass through lists', () => {
  const schema: Json = { allOf: [{ type: 'object' }, { required: ['a'] }], properties: { b: { $ref: '#/allOf/1' } } }
  expect(check(schema, { a: 1, b: {} }).errors).toMatchObject([{ keyword: 'required' }])
  expect(check(schema, { a: 1, b: { a: 1 } }).errors).toEqual([])
})

test('R5.1: a failure ignored by one branch is reported if another branch requires the schema', () => {
  const small = { $ref: '#/$defs/small' }
  const schema: Json = { allOf: [{ anyOf: [small, true] }, small], $defs: { small: { maximum: 5 } } }
  expect(check(schema, 7).errors).toMatchObject([{ keyword: 'maximum' }])
})
