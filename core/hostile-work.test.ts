import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { codesOf, open } from './testing/workspace.ts'

// Schemas and files that ask for work without bound: each is answered, in work that is counted, or refused with the limit named.

/** Characters of the largest answer; the same inputs once made documents of 300 MB. */
const longestAnswer = 30_000_000

type Files = Readonly<Record<string, string>>
interface Attack {
  readonly name: string
  readonly files: Files
  readonly parameters?: string
  /** The code that tells of the limit; without one the answer is complete. */
  readonly code?: string
}

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')
const list = (count: number, make: (index: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => make(index))
const record = (count: number, make: (index: number) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(list(count, (index) => [`n${index}`, make(index)]) as [string, unknown][])
const tool = (more: string): Files => ({
  '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/execute\n${more}\n`,
})
const command = (text: string): Files => tool(`config: {command: ${JSON.stringify(text)}}`)
const source = (name: string, text: string): Files => ({ [`/project/.ai/tools/${name}`]: text })

function schema(name: string, given: unknown, value: unknown, code?: string): Attack {
  const files = tool(`config: {command: a}\nconfig_schema: ${JSON.stringify({ properties: { a: given } })}`)
  return {
    name: `schema: ${name}`,
    files,
    parameters: JSON.stringify({ a: value }),
    ...(code === undefined ? {} : { code }),
  }
}

/** Each definition refers to the next one several times. */
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

const schemas: readonly Attack[] = [
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
  schema('a circle through not', { not: { $ref: '#/properties/a' } }, 1, 'schema-limit'),
  schema('a circle through if', { if: { $ref: '#/properties/a' } }, 1, 'schema-limit'),
  schema('a line of 2,000 references', branching('allOf', 1, 2_000, {}), 1, 'schema-limit'),
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
    'a slow pattern beside additionalProperties',
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
  schema('a pattern that refers back', { pattern: '^(a*)(a*)(a*)(a*)\\1\\2\\3\\4b$' }, 'a'.repeat(400), 'work-limit'),
  schema('a pattern of 100,000 characters', { pattern: 'a?'.repeat(50_000) }, 'a'),
  schema('a pattern as deep as its text', { pattern: '^(?:ab|c)*$' }, 'ab'.repeat(20_000)),
  schema(
    '50,000 groups within each other',
    { pattern: '('.repeat(50_000) + ')'.repeat(50_000) },
    'a',
    'parameter-invalid',
  ),
  schema('enum of 20,000', { enum: list(20_000, (i) => `v${i as number}`) }, 'w', 'parameter-invalid'),
  schema('enum of 3,000 for 3,000', { items: { enum: numbers } }, numbers),
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

const assignments = (count: number): string => times(count, (index) => `const a${index} = ${index}\n`)
const js = 'export const __version__ = "1"\n'

const files: readonly Attack[] = [
  { name: '50,000 const in JavaScript', files: source('t.js', js + assignments(50_000)) },
  {
    name: '20,000 let in one function',
    files: source('t.js', `${js}function f() {${times(20_000, (i) => `let a${i};`)}}`),
  },
  {
    name: '20,000 var in nested blocks',
    files: source('t.js', `${js}{{{{{{{{${times(20_000, (i) => `var a${i};`)}}}}}}}}}`),
  },
  { name: '20,000 functions', files: source('t.js', js + times(20_000, (i) => `function f${i}() {}\n`)) },
  {
    name: '20,000 exports by name',
    files: source('t.js', `${js}${times(10_000, (i) => `let a${i};`)}export {${times(10_000, (i) => `a${i},`)}}`),
  },
  {
    name: '20,000 imports in TypeScript',
    files: source('t.ts', `${js}import {${times(20_000, (i) => `a${i},`)}} from "x"`),
  },
  { name: '20,000 types', files: source('t.ts', js + times(20_000, (i) => `type T${i} = 1\n`)) },
  { name: '20,000 enums', files: source('t.ts', js + times(20_000, (i) => `enum E${i} {}\n`)) },
  { name: '20,000 const in TypeScript', files: source('t.ts', js + assignments(20_000)) },
  {
    name: 'JavaScript of a megabyte and more',
    files: source('t.js', js + '//'.repeat(600_000)),
    code: 'metadata-syntax',
  },
  {
    name: 'a chain of long files',
    files: Object.fromEntries(
      list(4, (index) => [
        `/project/.ai/tools/${index === 0 ? 't' : `r${String(index)}`}.py`,
        `__executor_id__ = "r${(index as number) + 1}"\n#${'#'.repeat(1_500_000)}`,
      ]) as [string, string][],
    ),
    code: 'work-limit',
  },
  {
    name: '.env of 50,000 names and 500 uses',
    files: { ...command(times(500, (i) => `\${V${i}} `)), '/project/.env': times(50_000, (i) => `V${i}=value-${i}\n`) },
    code: 'work-limit',
  },
  {
    name: '.env of 3,000 names and 500 uses',
    files: { ...command(times(500, (i) => `\${V${i}} `)), '/project/.env': times(3_000, (i) => `V${i}=value-${i}\n`) },
  },
  {
    name: '.env of 300,000 names',
    files: { ...command('a'), '/project/.env': times(300_000, (i) => `V${i}=1\n`) },
    code: 'work-limit',
  },
  {
    name: '.env whose values begin each other',
    files: { ...command('${V0}'), '/project/.env': times(300, (i) => `V${i}=${'a'.repeat(2_000 + i)}\n`) },
    parameters: JSON.stringify({ x: 'a'.repeat(1_999).concat('b').repeat(20) }),
    code: 'work-limit',
  },
  {
    name: '200,000 placeholders that mean nothing',
    files: command(times(200_000, (i) => `{u${i}} `)),
    code: 'work-limit',
  },
  {
    name: '90,000 arguments with the same placeholder',
    files: tool(`config: {command: a, args: [${'"{u}",'.repeat(90_000)}]}`),
    code: 'work-limit',
  },
  {
    name: '400,000 numbers as parameters',
    files: command('a'),
    parameters: `{"x": [${'1,'.repeat(1_100_000)}1]}`,
    code: 'work-limit',
  },
  {
    name: '200,000 names as parameters',
    files: command('a'),
    parameters: JSON.stringify(record(200_000, () => 1)),
    code: 'work-limit',
  },
  {
    name: 'a parameter of 20 MB',
    files: command('{x}'),
    parameters: `{"x": "${'y'.repeat(20_000_000)}"}`,
    code: 'work-limit',
  },
  { name: 'a parameter of 1 MB', files: command('a'), parameters: `{"x": "${'y'.repeat(1_000_000)}"}` },
  {
    name: 'a parameter full of what looks like secrets',
    files: command('a'),
    parameters: JSON.stringify({ x: 'token=abcdefgh1234 '.repeat(20_000) }),
  },
  {
    name: 'parameters that only open',
    files: command('a'),
    parameters: '{"a":'.repeat(100_000),
    code: 'parameters-unreadable',
  },
  {
    name: 'a config of 90,000 settings',
    files: tool(`config:\n  command: a\n${times(40_000, (i) => `  k${i}: v\n`)}`),
  },
  {
    name: 'env_config of 30,000 variables',
    files: tool(`config: {command: a}\nenv_config:\n  env:\n${times(30_000, (i) => `    V${i}: v\n`)}`),
    code: 'work-limit',
  },
]

test('there are at least 60 attacks', () => {
  expect(schemas.length + files.length).toBeGreaterThanOrEqual(60)
})

test.for([...schemas, ...files])('$name', { timeout: 60_000 }, ({ files: given, parameters = '{}', code }) => {
  const ask = (): Analysis => open({ files: given }).analyze('t', parameters)
  const answer = ask()
  const codes = codesOf(answer, true)
  expect(codes).not.toContain('engine-fault')
  for (const limit of ['work-limit', 'schema-limit', 'template-limit', 'parameter-invalid'])
    if (limit !== code && !(limit === 'parameter-invalid' && code === 'schema-limit'))
      expect(codes).not.toContain(limit)
  if (code !== undefined) expect(codes).toContain(code)
  for (const { code: told, message, hint } of answer.diagnostics) {
    if (told !== 'work-limit') continue
    expect(answer.status).not.toBe('ready')
    expect(message).toMatch(/limit (analysisWork|chainWork)/)
    expect(hint).not.toBe('')
  }
  expect(JSON.stringify(answer).length).toBeLessThan(longestAnswer)
})

test('the same input is given up on at the same place, whatever is known from another call', () => {
  const { analyze } = open({ files: { ...command('${V1}'), '/project/.env': times(300_000, (i) => `V${i}=1\n`) } })
  expect(JSON.stringify(analyze('t').diagnostics)).toBe(JSON.stringify(analyze('t').diagnostics))
})
