import { expect, test } from 'vitest'
import { decodeValue, encodeValue, type JsonValue } from '../read/value/encode.ts'
import { errorOf, failedResult, isFailure, unwrapResult } from './envelope.ts'

test.for<readonly [raw: JsonValue, result: JsonValue]>([
  [null, {}],
  ['text', { result: 'text' }],
  [[1], { result: [1] }],
  [{ data: { a: 1 }, chain: [] }, { a: 1 }],
  [
    { chain: 1, metadata: 2, path: 3, source: 4, resolved_env_keys: 5, kept: 6, data: 'x' },
    { kept: 6, data: 'x' },
  ],
  [
    { status: 'error', error: 'outer', data: { a: 1 } },
    { a: 1, error: 'outer', status: 'error' },
  ],
  [
    { status: 'error', error: 'outer', data: { error: 'inner' } },
    { error: 'inner', status: 'error' },
  ],
  [
    { status: 'error', data: { a: 1 } },
    { a: 1, status: 'error' },
  ],
  [
    { status: 'success', data: { success: false } },
    { success: false, status: 'error' },
  ],
  [{ status: 'success', data: { success: 0 } }, { success: 0 }],
  [{ status: 'success', error: 'ignored', data: { a: 1 } }, { a: 1 }],
])('R16.7: %j is unwrapped to its result', ([raw, result]) => {
  expect(encodeValue(unwrapResult(decodeValue(raw)))).toEqual(result)
})

test.for<readonly [result: JsonValue, error: JsonValue]>([
  [{ error: 'why' }, 'why'],
  [{ error: '' }, ''],
  [{ error: false }, false],
  [{ error: { code: 1 } }, { code: 1 }],
  [{ error: null }, 'unknown'],
  [{}, 'unknown'],
])('R16.5: the error of %j is %j', ([result, error]) => {
  expect(encodeValue(errorOf(unwrapResult(decodeValue(result))))).toEqual(error)
})

test('R16.7: only a result with a failed status is a failure', () => {
  expect(isFailure(failedResult('why'))).toBe(true)
  expect(isFailure(unwrapResult(decodeValue({ status: 'ok' })))).toBe(false)
})
