import { expect, test } from 'vitest'
import { exactTexts } from '../../testing/exact-json.ts'
import { limits } from '../../limits.ts'
import { readJson } from '../read-json.ts'
import { encodeValue } from './encode.ts'
import { PyBytes, PyComplex, PyDate, PyFloat, PySet, PyTuple, type Value } from './value.ts'
import { writeJson } from './write-json.ts'

const dict = (...entries: [Value, Value][]) => new Map(entries)

function again(text: string, marked = false): string {
  const read = readJson(text)
  if ('problem' in read) throw new Error(read.problem)
  return writeJson(read.value, { marked })
}

test.for(exactTexts)('R14.1 %s is written as %s', ([text, expected]) => {
  expect(again(text)).toBe(expected)
})

test.for(exactTexts)('R14.1 %s survives a round-trip between page and server as %s', ([text, expected]) => {
  const read = readJson(again(text, true), { marked: true })
  expect('value' in read && writeJson(read.value)).toBe(expected)
})

test('multi-line output has the layout of JSON.stringify', () => {
  const value = encodeValue(dict(['b', [new PyFloat(1), []]], ['1', dict()], ['c', dict(['d', null])]))
  expect(writeJson({ value, none: undefined }, { indent: '  ' })).toBe(
    '{\n  "value": {\n    "b": [\n      1.0,\n      []\n    ],\n    "1": {},\n    "c": {\n      "d": null\n    }\n  }\n}',
  )
})

const foreign: readonly [Value, string][] = [
  [new PyTuple([1, new PyFloat(2)]), '[1,2.0]'],
  [new PySet(['a']), '["a"]'],
  [new PyDate('date', '2026-02-18'), '"2026-02-18"'],
  [new PyBytes(Uint8Array.of(0x61, 0xff)), String.raw`"b'a\\xff'"`],
  [new PyComplex(1, 2), '"(1+2j)"'],
  [new PyFloat(Infinity), '"inf"'],
  [new PyFloat(-Infinity), '"-inf"'],
  [new PyFloat(NaN), '"nan"'],
  [
    dict([1, 'a'], [null, 'b'], [false, 'c'], [1.5, 'd'], [new PyTuple([1]), 'e']),
    `{"1":"a","null":"b","false":"c","1.5":"d","(1,)":"e"}`,
  ],
  [dict(['$py', 'date'], ['iso', '2026-02-18']), '{"$py":"date","iso":"2026-02-18"}'],
]

test.for(foreign)('R9.10 a document encodes %s as %s', ([value, expected]) => {
  expect(writeJson(encodeValue(value))).toBe(expected)
})

test.for(foreign)('R16.8 %s survives a round-trip', ([value]) => {
  const read = readJson(writeJson(encodeValue([value]), { marked: true }), { marked: true })
  expect('value' in read && read.value).toEqual(encodeValue([value]))
})

test.for([
  ['\ufeff1', 'JSON cannot start with a byte order mark'],
  ['NaN', 'NaN is not a JSON value'],
  ['[Infinity]', 'Infinity is not a JSON value'],
  ['['.repeat(1201), 'nested more than 1200 levels deep'],
  ['9'.repeat(4301), 'integer of more than 4300 digits'],
  ['{"a": 1} {}', 'unexpected text after the value'],
] as const)('%s is refused: %s', ([text, problem]) => {
  expect(readJson(text)).toMatchObject({ problem })
})

test.for([
  { why: 'lists', open: '[', close: ']' },
  { why: 'mappings', open: '{"a":', close: '}' },
  { why: 'mappings in the marked form', open: '{"$py":"dict","items":[["a",', close: ']]}' },
])('a value at the limit valueDepth is kept inside a document: $why', ({ open, close }) => {
  const value = `${open.repeat(limits.valueDepth)}1.0${close.repeat(limits.valueDepth)}`
  const text = `{"result":{"data":${value}}}`
  const read = readJson(text)
  expect('value' in read && writeJson(read.value)).toBe(text)
})
