import { expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import type { Located } from '../located.ts'
import { readYaml } from './read.ts'

const path = '/t.yaml'

function document(text: string): Located {
  const reading = readYaml(path, text)
  if (reading.kind === 'invalid' || !reading.document) throw new Error(`not a document: ${text}`)
  return reading.document
}

function pieces(text: string, node: Located): unknown {
  const own = text.slice(node.start, node.end)
  if (node.kind === 'list') return [own, ...node.items.map((item) => pieces(text, item))]
  if (node.kind === 'scalar') return own
  return [...node.entries.values()].map(({ keyStart, keyEnd, value }) => [
    text.slice(keyStart, keyEnd),
    pieces(text, value),
  ])
}

test.for([
  [
    'a: 1\n"b c": \'x\' # y\n',
    [
      ['a', '1'],
      ['"b c"', "'x'"],
    ],
  ],
  ['a:\n  - x y\n  - [1, {b: 2}]\n', [['a', ['- x y\n  - [1, {b: 2}]', 'x y', ['[1, {b: 2}]', '1', [['b', '2']]]]]]],
  [
    'a: |\n  one\n  two\n\nb:\n',
    [
      ['a', '|\n  one\n  two'],
      ['b', ''],
    ],
  ],
  [
    'a: &x\n  b: !!str 1\nc: *x\n',
    [
      ['a', [['b', '1']]],
      ['c', [['b', '1']]],
    ],
  ],
  [
    'a: &x {p: 1}\nb:\n  <<: *x\n',
    [
      ['a', [['p', '1']]],
      ['b', [['p', '1']]],
    ],
  ],
  [
    '\ufeffä: "😀" \nb: x\n',
    [
      ['ä', '"😀"'],
      ['b', 'x'],
    ],
  ],
] as const)('R2.5 every key and value of %j has a place', ([text, expected]) => {
  expect(pieces(text, document(text))).toEqual(expected)
})

test.for([
  ['abc', 0],
  ['"a b"', 1],
  ["'a b'", 1],
  ['|\n  abc\n', 4],
  ['"a\\n"', -1],
  ["'it''s'", -1],
  ['a\n b', -1],
  ['|\n  a\n  b\n', -1],
  ['12', -1],
] as const)('R9.7 the content of %j begins at %i if the source contains it verbatim', ([text, offset]) => {
  expect(document(text)).toMatchObject({ kind: 'scalar', text: offset })
})

test('R2.3 of equal keys, the last counts and each earlier one is reported', () => {
  const text = 'a: 1\nb: 2\n"a": 3\n'
  expect(readYaml(path, text)).toMatchObject({
    kind: 'document',
    diagnostics: [
      { code: 'yaml-duplicate-key', key: 'a', at: { path, start: 10, end: 13 }, first: { path, start: 0, end: 1 } },
    ],
  })
})

test('R2.3 a key that overrides a merged key is not a duplicate', () => {
  expect(readYaml(path, '- &x {a: 1}\n- {<<: *x, a: 2}\n')).toMatchObject({ kind: 'document', diagnostics: [] })
})

test.for([
  ['a: [1, 2\nb: 3\n', 'expected "," or "]"', ':'],
  ['a: b: c\n', 'a value (:) is not allowed here', ':'],
  ['a:\n\tb: c\n', 'a tab is not allowed here; use spaces', '\t'],
  ['a: *nope\n', 'the anchor &nope is not defined before this alias', '*nope'],
  ['a: !x 1\n', 'unknown tag !x', '1'],
  ['a: 1\nb\n', 'expected ":" and a space after the key', 'b'],
  ['a: "x\n', 'the closing quote is missing', '"'],
  ['a: 2020-02-30\n', '2020-02-30 is not a valid timestamp', '2020-02-30'],
  ['a: 1\n---\nb: 2\n', 'a file can contain only one document', '---'],
  ['a: \u0007\n', 'the character U+0007 is not allowed', '\u0007'],
] as const)('R2.3 %j is refused: %s', ([text, problem, piece]) => {
  const reading = readYaml(path, text)
  expect(reading).toMatchObject({
    kind: 'invalid',
    diagnostics: [{ code: 'metadata-syntax', language: 'YAML', problem }],
  })
  const at = reading.diagnostics[0]?.at
  expect(text.slice(at?.start, at?.end)).toBe(piece)
})

const doubling = (first: string, next: (name: string) => string) => {
  const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
  return names.map((name, index) => `${name}: &${name} ${index === 0 ? first : next(`n${index - 1}`)}`).join('\n')
}

test.for([
  { name: 'aliases that double', text: doubling('[x, x]', (before) => `[*${before}, *${before}]`), limit: 'yamlNodes' },
  { name: 'merges that double', text: doubling('{a: 1}', (b) => `{<<: [*${b}, *${b}]}`), limit: 'yamlNodes' },
  { name: 'many nodes', text: '- x\n'.repeat(limits.yamlNodes), limit: 'yamlNodes' },
  { name: 'a million brackets', text: '['.repeat(1_000_000), limit: 'valueDepth' },
  { name: 'lists in lists', text: '- '.repeat(10_000), limit: 'valueDepth' },
  { name: 'mappings in mappings', text: '{a: '.repeat(10_000), limit: 'valueDepth' },
  {
    name: 'deep nesting through aliases',
    text: doubling('[x]', (before) => `${'['.repeat(9)}*${before}${']'.repeat(9)}`),
    limit: 'valueDepth',
  },
  { name: 'an alias to its container', text: '&a [*a]', limit: 'valueDepth' },
])('R2.3 $name: refused at the limit $limit', ({ text, limit }) => {
  const most = limits[limit === 'yamlNodes' ? 'yamlNodes' : 'valueDepth']
  expect(readYaml(path, text)).toMatchObject({ kind: 'invalid', diagnostics: [{ code: 'yaml-limit', limit, most }] })
})

test.for([
  { name: 'a long plain text', text: `a: ${'x'.repeat(10_000_000)}`, kind: 'document' },
  { name: 'a long quoted text', text: `a: "${'x\\n'.repeat(2_000_000)}"`, kind: 'document' },
  { name: 'a long literal text', text: `a: |\n${'  x\n'.repeat(1_000_000)}`, kind: 'document' },
  { name: 'a long number', text: `a: ${'1'.repeat(5_000_000)}`, kind: 'invalid' },
  { name: 'a float with a tail', text: `!!float "${'1'.repeat(2_000_000)}x"`, kind: 'invalid' },
  { name: 'a date with blanks', text: `a: 2020-01-01${' '.repeat(1_000_000)}x`, kind: 'document' },
  { name: 'spaces after an astral character', text: `😀: |\n${' '.repeat(1_000_000)}x`, kind: 'document' },
  { name: 'a mapping merged again and again', text: `- &a {x: 1}\n- {${'<<: *a, '.repeat(40_000)}}`, kind: 'document' },
])('$name is parsed or refused in time', { timeout: 20_000 }, ({ text, kind }) => {
  expect(readYaml(path, text).kind).toBe(kind)
})
