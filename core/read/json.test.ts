import { expect, test } from 'vitest'
import { parseJson } from './json.ts'
import { plain } from './located.ts'
import { pyRepr } from './value/text.ts'

// Every row is what CPython 3.11 prints for `repr(json.loads(text))`.
test.for([
  ['{"a": 1, "b": [true, null, "x"]}', "{'a': 1, 'b': [True, None, 'x']}"],
  [' \n\t\r 1 ', '1'],
  ['-0', '0'],
  ['-0.0', '-0.0'],
  ['1.0', '1.0'],
  ['1E2', '100.0'],
  ['1e400', 'inf'],
  ['[NaN, Infinity, -Infinity]', '[nan, inf, -inf]'],
  ['12345678901234567890', '12345678901234567890'],
  ['{"a": 1, "b": 2, "a": 3}', "{'a': 3, 'b': 2}"],
  ['"\\u00e9\\ud83d\\ude00\\/"', "'é😀/'"],
  ['"\\ud800"', "'\\ud800'"],
  ['{"__proto__": 1}', "{'__proto__': 1}"],
] as const)('R5.1 %s is %s', ([text, expected]) => {
  const parse = parseJson(text, { nonFinite: true })
  expect(parse.kind === 'parsed' && pyRepr(plain(parse.document))).toBe(expected)
})

test.for([
  ['', 0, 0],
  ['{"a": 1,}', 8, 9],
  ['[1 2]', 3, 4],
  ['01', 1, 2],
  ['1.', 1, 2],
  ['+1', 0, 1],
  ['True', 0, 4],
  ["'a'", 0, 1],
  ['"a', 0, 1],
  ['"a\nb"', 2, 3],
  ['"\\x41"', 1, 3],
  ['{1: 2}', 1, 2],
  ['\ufeff1', 0, 1],
  ['1 2', 2, 3],
  ['\xa01', 0, 1],
] as const)('R5.1 %j is refused from offset %i to %i', ([text, start, end]) => {
  expect(parseJson(text)).toMatchObject({ kind: 'invalid', start, end })
})

test('R2.5 every value has a place', () => {
  const text = '{"a": ["b\\n", 12]}'
  const parse = parseJson(text)
  expect(parse).toMatchObject({ kind: 'parsed', document: { kind: 'dict', start: 0, end: text.length } })
  const entry = parse.kind === 'parsed' && parse.document.kind === 'dict' ? parse.document.entries.get('a') : undefined
  expect(entry).toMatchObject({
    keyStart: 1,
    keyEnd: 4,
    value: {
      items: [
        { start: 7, end: 12, text: -1 },
        { start: 14, end: 16 },
      ],
    },
  })
})

test('an integer has at most as many digits as Python reads', () => {
  for (const sign of ['', '-']) {
    expect(parseJson(sign + '9'.repeat(4300)).kind).toBe('parsed')
    expect(parseJson(sign + '9'.repeat(4301)).kind).toBe('invalid')
  }
})

test.for([
  ['a million opening brackets', '['.repeat(1_000_000)],
  ['100,000 nested objects', '{"a":'.repeat(100_000)],
  ['numbers of a million digits', '1'.repeat(1_000_000)],
] as const)('%s are refused as invalid JSON', ([, text]) => {
  expect(parseJson(text).kind).toBe('invalid')
})

test('R2.5: a string has a place only if the source contains it verbatim', () => {
  const parse = parseJson('["as it is", "\\u0061"]')
  const items = parse.kind === 'parsed' && parse.document.kind === 'list' ? parse.document.items : []
  expect(items.map((item) => item.kind === 'scalar' && item.text)).toEqual([2, -1])
})
