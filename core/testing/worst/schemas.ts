import { list, record, tool, type Attack } from './attack.ts'

function schema(name: string, given: unknown, value: unknown, code?: string): Attack {
  const files = tool(`config: {command: a}\nconfig_schema: ${JSON.stringify({ properties: { a: given } })}`)
  return {
    name: `schema: ${name}`,
    files,
    parameters: JSON.stringify({ a: value }),
    ...(code === undefined ? {} : { code }),
  }
}

/** A schema in which each definition refers to the next several times. */
function branching(combine: string, width: number, depth: number, last: unknown, more: object = {}): object {
  const next = (index: number): object => ({ $ref: `#/properties/a/$defs/d${index}` })
  const definitions = list(depth, (index) => [`d${index}`, { [combine]: list(width, () => next(index + 1)) }]) as [
    string,
    object,
  ][]
  return { ...next(0), $defs: Object.fromEntries([...definitions, [`d${depth}`, last]]), ...more }
}
const nested = (depth: number, wrap: (inner: unknown) => unknown, inner: unknown): unknown =>
  depth === 0 ? inner : nested(depth - 1, wrap, wrap(inner))

const slow = '^(a+)+$'
const text = `${'a'.repeat(60)}!`
const numbers = list(3_000, (index) => index)
const objects = list(3_000, (index) => ({ a: 1, b: 2, c: index }))

/** Attacks with schemas, and with parameters to validate. */
export const worstSchemas: readonly Attack[] = [
  ...['allOf', 'anyOf', 'oneOf'].flatMap((combine) => [
    schema(
      `${combine} that doubles and passes`,
      branching(combine, 2, 40, {}),
      1,
      combine === 'oneOf' ? 'parameter-invalid' : undefined,
    ),
    schema(`${combine} that doubles and fails`, branching(combine, 2, 40, { type: 'null' }), 1, 'parameter-invalid'),
    schema(`${combine} in tens`, branching(combine, 10, 40, { type: 'null' }), 1, 'parameter-invalid'),
  ]),
  schema(
    'references that double under unevaluatedProperties',
    branching('allOf', 2, 40, {}, { unevaluatedProperties: false }),
    {},
    'work-limit',
  ),
  schema(
    'references that double under unevaluatedItems',
    branching('anyOf', 2, 40, {}, { unevaluatedItems: false }),
    [],
    'work-limit',
  ),
  schema(
    'a circle of two',
    { $ref: '#/properties/a/$defs/b', $defs: { b: { $ref: '#/properties/a' } } },
    1,
    'schema-limit',
  ),
  schema('a cycle through not', { not: { $ref: '#/properties/a' } }, 1, 'schema-limit'),
  schema('a cycle through if', { if: { $ref: '#/properties/a' } }, 1, 'schema-limit'),
  schema('a chain of 2,000 references', branching('allOf', 1, 2_000, {}), 1, 'schema-limit'),
  schema(
    'itself below items',
    { items: { $ref: '#/properties/a' } },
    nested(150, (inner) => [inner, inner].slice(0, 1), 1),
  ),
  schema('a slow pattern', { pattern: slow }, text, 'work-limit'),
  schema('200 slow patterns', { allOf: list(200, () => ({ pattern: slow })) }, text, 'work-limit'),
  schema(
    '200 slow patternProperties',
    { patternProperties: Object.fromEntries(list(200, (i) => [`${slow}|${i as number}`, {}]) as [string, object][]) },
    { [text]: 1 },
    'work-limit',
  ),
  schema(
    'a slow pattern on each of 3,000 names',
    { propertyNames: { pattern: slow } },
    record(3_000, () => 1),
    'schema-limit',
  ),
  schema(
    'a slow pattern next to additionalProperties',
    { patternProperties: { [slow]: {} }, additionalProperties: false },
    { [text]: 1 },
    'work-limit',
  ),
  schema(
    '3,000 patterns on 300 names',
    { patternProperties: Object.fromEntries(list(3_000, (i) => [`^x${i as number}`, {}]) as [string, object][]) },
    record(300, () => 1),
    'work-limit',
  ),
  schema(
    'a pattern that looks ahead everywhere',
    { pattern: `(?=${'a*'.repeat(20)}b)` },
    'a'.repeat(2_000),
    'work-limit',
  ),
  schema(
    'a pattern with a backreference',
    { pattern: '^(a*)(a*)(a*)(a*)\\1\\2\\3\\4b$' },
    'a'.repeat(400),
    'work-limit',
  ),
  schema('a pattern of 100,000 characters', { pattern: 'a?'.repeat(50_000) }, 'a'),
  schema('a pattern as deep as its text', { pattern: '^(?:ab|c)*$' }, 'ab'.repeat(20_000)),
  schema('50,000 nested groups', { pattern: '('.repeat(50_000) + ')'.repeat(50_000) }, 'a', 'parameter-invalid'),
  schema('enum of 20,000 values', { enum: list(20_000, (i) => `v${i as number}`) }, 'w', 'parameter-invalid'),
  schema('enum of 3,000 values for 3,000 values', { items: { enum: numbers } }, numbers),
  schema('enum of objects for objects', { items: { enum: objects } }, objects),
  schema('const of a long list', { const: numbers }, numbers),
  schema(
    'const of a long list for each of 300',
    { items: { const: numbers } },
    list(300, () => []),
    'schema-limit',
  ),
  schema('uniqueItems of 3,000 objects', { uniqueItems: true }, objects),
  schema(
    'uniqueItems at each of 100 levels',
    nested(100, (inner) => ({ uniqueItems: true, items: inner }), {}),
    nested(100, (inner) => [inner, 1], numbers),
  ),
  schema('3,000 required names', { required: list(3_000, (i) => `r${i as number}`) }, {}, 'schema-limit'),
  schema('3,000 errors', { items: { type: 'null' } }, numbers, 'schema-limit'),
  schema(
    '300 lists of required names for 300 items',
    { items: { allOf: list(300, () => ({ required: list(300, String) })) } },
    list(300, () => record(300, () => 1)),
    'schema-limit',
  ),
  schema(
    'contains within contains',
    nested(12, (inner) => ({ contains: inner }), { const: 1 }),
    nested(12, (inner) => [inner, inner], 2),
    'parameter-invalid',
  ),
  schema(
    'multipleOf of tiny numbers',
    { items: { multipleOf: 5e-324 } },
    list(3_000, () => 1.7e308),
  ),
  schema(
    'dependentSchemas of 1,000',
    { dependentSchemas: record(1_000, () => ({ required: ['n0'] })) },
    record(1_000, () => 1),
  ),
  schema(
    'a key of 200 levels of objects',
    nested(90, (inner) => ({ properties: { b: inner } }), false),
    nested(90, (inner) => ({ b: inner }), 1),
    'parameter-invalid',
  ),
  schema(
    'names of the prototype',
    { properties: { __proto__: { type: 'null' }, constructor: false } },
    { toString: 1 },
  ),
]
