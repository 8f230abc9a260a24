import { expect, test } from 'vitest'
import { pureHost } from '../../pure-host.ts'
import { PyBytes, PyFloat, PySet, PyTuple, type Value } from '../../read/value/value.ts'
import { canonicalDigest, canonicalJson, canonicalTexts, compareCodePoints } from './canonical.ts'

test.for<[string, Value, string]>([
  ['a mapping has no spaces', new Map<Value, Value>([['a', [1, 'x']]]), '{"a":[1,"x"]}'],
  ['empty containers stay empty', [[], new Map()], '[[],{}]'],
  ['text is ASCII only', 'é\u{1f600}\u007f\n"\\', '"\\u00e9\\ud83d\\ude00\\u007f\\n\\"\\\\"'],
  ['a lone surrogate is escaped', '\ud800', '"\\ud800"'],
  ['integers and floats differ', [1, new PyFloat(1), 0.5, 10n ** 20n], '[1,1.0,0.5,100000000000000000000]'],
  ['a tuple is a list', new PyTuple([1, new PyTuple([])]), '[1,[]]'],
  ['bytes become a marked object', new PyBytes(new Uint8Array([255])), '{"$py":"bytes","hex":"ff"}'],
  ['a set has no order', new PySet(['b', 'a']), '{"$py":"set","items":["a","b"]}'],
  [
    'number keys are sorted by size, before text keys',
    new Map<Value, Value>([
      ['1', 0],
      [10, 0],
      [9, 0],
    ]),
    '{"9":0,"10":0,"1":0}',
  ],
])('R9.6: canonical JSON: %s', ([, value, text]) => {
  expect(canonicalJson(value)).toBe(text)
})

test('R9.6: keys are sorted by code point, not by UTF-16 unit', () => {
  const value = new Map<Value, Value>(['Z', '\u{10000}', 'a', 'A', '\uffff', '__proto__', ''].map((key) => [key, 1]))
  expect(canonicalJson(value)).toBe('{"":1,"A":1,"Z":1,"__proto__":1,"a":1,"\\uffff":1,"\\ud800\\udc00":1}')
  expect(['\ue000', '\ud83d\ude00', '\ud83d', 'a'].sort(compareCodePoints)).toEqual([
    'a',
    '\ud83d',
    '\ue000',
    '\ud83d\ude00',
  ])
  expect(['\ud83d\ude01', '\ud83d\ude00', '\ude00', '\ud83e'].sort(compareCodePoints)).toEqual([
    '\ud83e',
    '\ude00',
    '\ud83d\ude00',
    '\ud83d\ude01',
  ])
})

test('the digest does not depend on the key order', () => {
  const forth = new Map<Value, Value>([
    ['a', 1],
    ['b', 2],
  ])
  const back = new Map<Value, Value>([
    ['b', 2],
    ['a', 1],
  ])
  expect(canonicalDigest(pureHost, forth)).toBe(canonicalDigest(pureHost, back))
  expect(canonicalDigest(pureHost, forth)).toBe('43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777')
})

test('canonical JSON can have 100,000 levels and 300,000 items', () => {
  let deep: Value = []
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect(canonicalJson(deep)).toHaveLength(200_002)
  expect(canonicalJson(Array.from({ length: 300_000 }, () => 1))).toHaveLength(600_001)
})

test('R9.6: a mapping of names to strings is canonical JSON, regardless of earlier output', () => {
  for (const names of [['b', 'a'], ['b', 'a'], ['a', 'c'], ['\u{10000}', '\uffff'], ['__proto__'], []]) {
    const texts = new Map(names.map((name, index) => [name, { text: `"${index}"` }]))
    const same = new Map<Value, Value>(names.map((name, index) => [name, `"${index}"`]))
    expect(canonicalTexts(texts)).toBe(canonicalJson(same))
  }
})
