import { expect, test } from 'vitest'
import { decodeValue, encodeValue, type JsonValue } from './encode.ts'
import { pyJson } from './json.ts'
import { PyBytes, PyDate, PyFloat, PySet, PyTuple, type Value } from './value.ts'

const dict = (...entries: [Value, Value][]) => new Map(entries)

// The expected strings are those of CPython 3.11's `json.dumps`.
test.for<[Value, string]>([
  [dict(['a', 1], ['b', [true, null]]), '{"a": 1, "b": [true, null]}'],
  [
    dict([true, 1], [1, 2], [1.5, 3], [null, 4], [new PyFloat(1e16), 5]),
    '{"true": 1, "1": 2, "1.5": 3, "null": 4, "1e+16": 5}',
  ],
  [new PyTuple([1, new PyTuple([])]), '[1, []]'],
  [[new PyFloat(1), 0.1, new PyFloat(NaN), new PyFloat(-Infinity)], '[1.0, 0.1, NaN, -Infinity]'],
  [10n ** 20n, '100000000000000000000'],
  ['"\\\n\t\b\f\r\x00\x7f', '"\\"\\\\\\n\\t\\b\\f\\r\\u0000\\u007f"'],
  ['é😀\ud800', '"\\u00e9\\ud83d\\ude00\\ud800"'],
  [dict(['__proto__', 1]), '{"__proto__": 1}'],
])('R9.2 %s is written as %s', ([value, text]) => {
  expect(pyJson(value)).toEqual({ text })
})

test.for<[Value, string]>([
  [[new PySet([1])], '[0]: Object of type set is not JSON serializable'],
  [new PyBytes(Uint8Array.of(1)), 'Object of type bytes is not JSON serializable'],
  [new PyDate('date', '2020-01-01'), 'Object of type date is not JSON serializable'],
  [
    dict(['a', [1, dict(['b', new PyDate('date', '2020-01-01')])]]),
    'a[1].b: Object of type date is not JSON serializable',
  ],
  [dict([new PyTuple([1]), 1]), 'keys must be str, int, float, bool or None, not tuple'],
])('R9.2 %s cannot be written: %s', ([value, problem]) => {
  expect(pyJson(value)).toEqual({ problem })
})

test('R9.2 nesting of 2,000 levels is refused', () => {
  let deep: Value = []
  for (let depth = 0; depth < 2000; depth++) deep = [deep]
  expect(pyJson(deep)).toEqual({ problem: 'it is nested too deeply' })
})

test.for<JsonValue>([
  null,
  [1, 1.5, 'a', true],
  { a: { b: [] } },
  { $py: 'float', repr: '1.0' },
  { $py: 'float', repr: '-inf' },
  { $py: 'float', repr: 'nan' },
  { $py: 'int', repr: '12345678901234567890' },
  { $py: 'tuple', items: [1, { $py: 'set', items: ['a'] }] },
  { $py: 'bytes', hex: '00ff7f' },
  { $py: 'complex', repr: '(8-2.5j)' },
  { $py: 'complex', repr: '-6j' },
  { $py: 'ellipsis' },
  { $py: 'date', iso: '2026-02-18' },
  { $py: 'datetime', iso: '2026-02-18T12:00:00+02:00' },
  {
    $py: 'dict',
    items: [
      [null, 1],
      [{ $py: 'tuple', items: [1] }, 2],
    ],
  },
  JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'),
])('the corpus spelling %j survives a round-trip', (json) => {
  const again = encodeValue(decodeValue(json))
  expect(JSON.stringify(again)).toBe(JSON.stringify(json))
})

test('a mapping with the key $py is not mistaken for a marked value', () => {
  const json = encodeValue(dict(['$py', 'set'], ['items', [1]]))
  expect(decodeValue(json)).toEqual(dict(['$py', 'set'], ['items', [1]]))
})

test('a malformed $py is an ordinary mapping', () => {
  expect(decodeValue({ $py: 'int', repr: 'x' })).toEqual(dict(['$py', 'int'], ['repr', 'x']))
})
