import { expect, test } from 'vitest'
import { PyTuple, type Value } from '../../read/value/value.ts'
import { expandConfig } from './expand.ts'
import { bare, sourcedText, sourcedValue, type Sourced } from './sourced.ts'

// R9.3 and R9.4 over a whole configuration: pass 1 once, then up to three rounds of pass 2.

const by = { kind: 'default' } as const
const env: Readonly<Record<string, string>> = { A: 'alpha', SHELL: 'x;y', NAME: '{b}', VARIABLE: '${A}' }

function expand(config: Readonly<Record<string, Value>>): {
  made: Readonly<Record<string, Value>>
  unstable: readonly Value[]
} {
  const entries = new Map<Value, Sourced>(Object.entries(config).map(([key, value]) => [key, sourcedValue(value, by)]))
  const variables = (name: string) => (Object.hasOwn(env, name) ? sourcedText(env[name]!, { kind: 'host' }) : undefined)
  const expansion = expandConfig(entries, variables)
  expect(expansion.tooLong).toEqual([])
  const made = Object.fromEntries([...expansion.config].map(([key, node]) => [String(key), bare(node)]))
  return { made, unstable: expansion.unstable }
}

const dict = (entries: Readonly<Record<string, Value>>): Value => new Map<Value, Value>(Object.entries(entries))

test.for<{ why: string; config: Readonly<Record<string, Value>>; a: Value }>([
  { why: 'pass 1 replaces a variable', config: { a: '${A}' }, a: 'alpha' },
  { why: 'pass 1 quotes', config: { a: '${SHELL}' }, a: "'x;y'" },
  { why: 'pass 1 runs only once', config: { a: '${VARIABLE}' }, a: "'${A}'" },
  { why: 'pass 2 uses the results of pass 1', config: { a: '{b}', b: '${A}' }, a: 'alpha' },
  { why: 'a name from a variable', config: { a: '${NAME}', b: 1 }, a: "'1'" },
  { why: 'a name from a name', config: { a: '{b}', b: '{c}', c: 7 }, a: 7 },
  { why: 'a name built by pass 1', config: { a: '{${NONE:-b}}', b: 1 }, a: 1 },
  { why: 'lists are expanded, also inside lists', config: { a: ['{b}', ['<{b}>']], b: 1 }, a: [1, ['<1>']] },
  {
    why: 'values of mappings are expanded, but not keys',
    config: { a: dict({ '{b}': '{b}' }), b: 1 },
    a: dict({ '{b}': 1 }),
  },
  { why: 'a list replaces a placeholder', config: { a: '{b}', b: ['${A}'] }, a: ['alpha'] },
  { why: 'tuples are not expanded', config: { a: new PyTuple(['{b}']), b: 1 }, a: new PyTuple(['{b}']) },
  { why: 'unknown names stay unchanged', config: { a: '{who}' }, a: '{who}' },
  { why: 'a name that is only itself stays unchanged', config: { a: '{a}' }, a: '{a}' },
  { why: 'numbers stay unchanged', config: { a: 5 }, a: 5 },
])('R9.4: templates are expanded in two passes: $why', ({ config, a }) => {
  const { made, unstable } = expand(config)
  expect(made['a']).toEqual(a)
  expect(unstable).toEqual([])
})

/**
 * In a sequence of names, each round resolves twice as many names as the previous round, because all values expand at
 * once.
 */
const line = (length: number): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [`k${index}`, index === length - 1 ? 'end' : `{k${index + 1}}`]),
  )

test.for([
  { length: 2, first: 'end', unstable: false },
  { length: 4, first: 'end', unstable: false },
  { length: 5, first: 'end', unstable: false },
  { length: 8, first: 'end', unstable: false },
  { length: 9, first: '{k8}', unstable: true },
])(
  'R9.4: a chain of $length names expands to $first; a fourth round would change it: $unstable',
  ({ length, first, unstable }) => {
    const expansion = expand(line(length))
    expect(expansion.made['k0']).toBe(first)
    expect(expansion.unstable.length > 0).toBe(unstable)
  },
)

test('R9.4: two values that refer to each other are reported after three rounds', () => {
  const { made, unstable } = expand({ a: '<{b}>', b: '[{a}]' })
  expect(unstable).toEqual(['a', 'b'])
  // Round 1: <[{a}]> and [<{b}>], both from the values before this round.
  expect(String(made['a']).startsWith('<[<[')).toBe(true)
  expect(String(made['b']).startsWith('[<[<')).toBe(true)
})

test('R9.7: each step has its pass and round', () => {
  const config = new Map<Value, Sourced>([
    ['a', sourcedText('<{b}${A}>', by)],
    ['b', sourcedText('[{c}]', by)],
    ['c', sourcedText('end', by)],
  ])
  expandConfig(config, (name) => (name === 'A' ? sourcedText('alpha', { kind: 'host' }) : undefined))
  const a = config.get('a')!
  expect(bare(a)).toBe('<[end]alpha>')
  expect(a.kind === 'text' && a.steps?.map(({ pass, round, name }) => [pass, round, name])).toEqual([
    [1, 1, 'A'],
    [2, 1, 'b'],
    [2, 2, 'c'],
  ])
  expect(a.kind === 'text' && a.pieces.map(({ text, via }) => [text, via])).toEqual([
    ['<', []],
    ['[', ['{b}']],
    ['end', ['{c}']],
    [']', ['{b}']],
    ['alpha', ['${A}']],
    ['>', []],
  ])
})
