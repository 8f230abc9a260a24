import { expect, test } from 'vitest'
import { hashKey, isHashable, valuesEqual } from './equal.ts'
import { KeyIndex } from './key-index.ts'
import { PyBytes, PyComplex, PyDate, PyFloat, PySet, PyTuple, type Value } from './value.ts'

const dict = (...entries: [Value, Value][]) => new Map(entries)
const nan = new PyFloat(NaN)

// The expected values are CPython's results of `a == b`.
test.for<[Value, Value, boolean]>([
  [1, new PyFloat(1), true],
  [1, true, true],
  [0, false, true],
  [1, new PyComplex(1, 0), true],
  [10n ** 22n, new PyFloat(1e22), true],
  [2n ** 53n + 1n, new PyFloat(2 ** 53), false],
  [0, new PyFloat(-0), true],
  [1, '1', false],
  [null, false, false],
  ['', null, false],
  [nan, nan, false],
  [[nan], [nan], true],
  [[nan], [new PyFloat(NaN)], false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], new PyTuple([1]), false],
  [new PyTuple([1, [2]]), new PyTuple([true, [new PyFloat(2)]]), true],
  [new PySet([1, 2]), new PySet([2, true]), true],
  [new PySet([1]), [1], false],
  [dict(['a', 1], ['b', 2]), dict(['b', 2], ['a', 1]), true],
  [dict([1, 'x']), dict([true, 'x']), true],
  [dict(['a', 1]), dict(['a', 1], ['b', 2]), false],
  [dict(['a', null]), dict(['b', null]), false],
  [new PyBytes(Uint8Array.of(1)), new PyBytes(Uint8Array.of(1)), true],
  [new PyBytes(Uint8Array.of(97)), 'a', false],
  [new PyDate('date', '2020-01-01'), new PyDate('datetime', '2020-01-01T00:00:00'), false],
  [new PyDate('datetime', '2020-01-01T12:00:00+02:00'), new PyDate('datetime', '2020-01-01T10:00:00+00:00'), true],
  [new PyDate('datetime', '2020-01-01T10:00:00'), new PyDate('datetime', '2020-01-01T10:00:00+00:00'), false],
  [new PyDate('datetime', '2020-03-01T00:30:00+01:00'), new PyDate('datetime', '2020-02-29T23:30:00+00:00'), true],
])('%s == %s is %s', ([a, b, equal]) => {
  expect(valuesEqual(a, b)).toBe(equal)
  expect(valuesEqual(b, a)).toBe(equal)
})

test('R2.1 a value that Python cannot hash cannot be a key', () => {
  expect([1, 'a', null, new PyTuple([1, 'a'])].every(isHashable)).toBe(true)
  expect([[], new Map(), new PySet([]), new PyTuple([[]])].some(isHashable)).toBe(false)
  expect(hashKey(new PyTuple(['a', 'b']))).not.toBe(hashKey(new PyTuple(['ab', ''])))
})

test('R2.1 of equal keys, the first is kept', () => {
  const keys = new KeyIndex()
  expect([1, true, new PyFloat(1), '1', null].map((key) => keys.first(key))).toEqual([1, 1, 1, '1', null])
})
