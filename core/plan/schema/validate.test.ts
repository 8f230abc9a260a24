import { expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import { WorkBudget, WorkLimit } from '../../work-budget.ts'
import { parseJson } from '../../read/json.ts'
import { plain } from '../../read/located.ts'
import { toJson, type Json } from './json.ts'
import { validateSchema, type SchemaVerdict } from './validate.ts'

// R5.1: validating parameters against a schema takes limited, counted work for any schema and parameters.

interface Answer extends SchemaVerdict {
  readonly work: number
}

function check(schema: Json, parameters: Json): Answer {
  const share = new WorkBudget().share('schema')
  return { ...validateSchema(schema, parameters, share), work: share.used }
}

const refersTwice = (to: string, combine: string): Json => ({ [combine]: [{ $ref: to }, { $ref: to }] })

/**
 * Schemas that each refer to the next twice. A walk without a cache would visit the last schema 2 to the power of
 * `depth` times.
 */
const doubling = (depth: number, last: Json, combine = 'allOf'): Json => ({
  $ref: '#/$defs/a0',
  $defs: Object.fromEntries([
    ...Array.from({ length: depth }, (_, index) => [`a${index}`, refersTwice(`#/$defs/a${index + 1}`, combine)]),
    [`a${depth}`, last],
  ]) as Json,
})

test.for([
  { combine: 'allOf', last: { type: 'object' }, errors: [] },
  { combine: 'allOf', last: { type: 'integer' }, errors: ['type'] },
  { combine: 'anyOf', last: { type: 'object' }, errors: [] },
  { combine: 'anyOf', last: { type: 'integer' }, errors: ['anyOf'] },
  { combine: 'oneOf', last: { type: 'integer' }, errors: ['oneOf'] },
])('R5.1: nested $combine with repeated references takes linear work ($last)', ({ combine, last, errors }) => {
  const answer = check(doubling(30, last, combine), { a: 1 })
  expect(answer.errors.map(({ keyword }) => keyword)).toEqual(errors)
  expect(answer).toMatchObject({ problems: [], limit: null })
  expect(answer.work).toBeLessThan(10_000)
})

test('R5.1: a schema with exponential work exhausts the budget and gives no verdict', () => {
  const schema = { ...(doubling(30, { type: 'object' }) as object), unevaluatedProperties: false } as Json
  expect(() => check(schema, {})).toThrow(WorkLimit)
})

/** The work for an input, and for an input of twice the size. Linear work is at most slightly more than doubled. */
test.for([
  {
    name: 'a long enum for 50 values',
    of: (n: number) => check({ items: { enum: many(n, 'v') } }, many(n, 'w').slice(0, 50)),
  },
  { name: 'a long enum for as many values', of: (n: number) => check({ items: { enum: many(n, 'v') } }, many(n, 'v')) },
  {
    name: 'uniqueItems',
    of: (n: number) =>
      check(
        { uniqueItems: true },
        many(n, 'v').map((v) => ({ a: 1, b: v })),
      ),
  },
  { name: 'properties', of: (n: number) => check({ properties: schemasFor(n) }, valuesFor(n)) },
  { name: 'required', of: (n: number) => check({ required: many(n, 'v') }, valuesFor(n)) },
  { name: 'a chain of references', of: (n: number) => check(doubling(Math.round(n / 5), true), {}) },
])('R5.1: the work of $name is linear', ({ of }) => {
  const [once, twice] = [of(1_000).work, of(2_000).work]
  expect(twice).toBeGreaterThan(once)
  expect(twice).toBeLessThan(once * 2.2)
})

function many(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 10_000}`)
}
function schemasFor(count: number): Json {
  return Object.fromEntries(many(count, 'v').map((name) => [name, { type: 'integer' }]))
}
function valuesFor(count: number): Json {
  return Object.fromEntries(many(count, 'v').map((name) => [name, 1]))
}

test.for([
  { name: 'a schema that refers to itself', schema: { $ref: '#' }, limit: 'schemaDepth' },
  { name: 'a long chain of references', schema: doubling(limits.schemaDepth, true), limit: 'schemaDepth' },
  { name: 'a value with too many errors to list', schema: { items: false }, limit: 'parameterErrors' },
] as const)('R5.1: $name stops at the limit $limit and does not pass', ({ schema, limit }) => {
  const answer = check(
    schema,
    Array.from({ length: 200 }, () => 1),
  )
  expect(answer.limit).toEqual({ limit, most: limits[limit] })
  expect(answer.errors.length).toBeLessThanOrEqual(limits.parameterErrors)
})

test('R5.1: a schema at the depth limit does not overflow the stack', () => {
  const through = (inner: Json): Json => ({ properties: { a: inner } })
  let [schema, value]: [Json, Json] = [{ type: 'integer' }, 'x']
  for (let depth = 0; depth < 200; depth++)
    [schema, value] = [through({ allOf: [{ anyOf: [true] }, schema] }), { a: value }]
  expect(check(schema, value).errors).toMatchObject([{ keyword: 'type', pointer: '/a'.repeat(200) }])
})

const big = '12345678901234567891'
const other = '12345678901234567892'

/** Whether a schema accepts a value, both written as JSON. */
function passes(schema: string, value: string): boolean {
  const of = (text: string): Json => {
    const parsed = parseJson(text)
    if (parsed.kind !== 'parsed') throw new Error(text)
    return toJson(plain(parsed.document))
  }
  return validateSchema(of(schema), of(value), new WorkBudget().share('schema')).errors.length === 0
}

const exact = [
  [`{"enum": [${big}]}`, big, true],
  [`{"enum": [${big}]}`, other, false],
  [`{"enum": [{"id": ${big}}]}`, `{"id": ${other}}`, false],
  [`{"const": ${big}}`, other, false],
  [`{"const": [${big}]}`, `[${other}]`, false],
  [`{"const": 10000000000000000000000}`, '1e22', true],
  [`{"const": 1.0}`, '1', true],
  [`{"const": 9007199254740993}`, '9007199254740992', false],
  [`{"type": "integer"}`, big, true],
  [`{"type": "integer"}`, '1e22', true],
  [`{"type": "number"}`, big, true],
  [`{"type": "string"}`, big, false],
  [`{"maximum": ${big}}`, other, false],
  [`{"maximum": ${big}}`, big, true],
  [`{"exclusiveMinimum": ${big}}`, other, true],
  [`{"minimum": -${big}}`, `-${other}`, false],
  [`{"maximum": 9007199254740992}`, '9007199254740993', false],
  [`{"minimum": 0.5}`, big, true],
  [`{"multipleOf": 10}`, big, false],
  [`{"multipleOf": ${big}}`, '24691357802469135782', true],
  [`{"uniqueItems": true}`, `[${big}, ${other}]`, true],
  [`{"uniqueItems": true}`, `[${big}, ${big}]`, false],
  [`{"properties": {"a": {"enum": [1, ${big}]}}}`, `{"a": ${other}}`, false],
  [`{"contains": {"const": ${big}}}`, `[1, ${other}]`, false],
] as const

test('schemas compare every digit of an integer', () => {
  expect(exact.map(([schema, value]) => [schema, value, passes(schema, value)])).toEqual(exact)
})
