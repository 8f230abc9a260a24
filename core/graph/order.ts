import { compareCodePoints } from '../trust/integrity/canonical.ts'
import { valuesEqual } from '../read/value/equal.ts'
import { PyFloat, isList, type Value } from '../read/value/value.ts'

/**
 * R16.4: compares two values: numbers and booleans by value, strings by code point, lists item by item. Undefined if
 * they cannot be ordered, for example with NaN.
 */
export function compareValues(a: Value, b: Value): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b)
  if (isList(a) && isList(b)) return compareLists(a, b)
  const left = numberOf(a)
  const right = numberOf(b)
  if (left === undefined || right === undefined) return undefined
  return left < right ? -1 : left > right ? 1 : left == right ? 0 : undefined
}

/** Compares the first items that differ; if all are equal, the lengths. Undefined if the items cannot be ordered. */
function compareLists(a: readonly Value[], b: readonly Value[]): number | undefined {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a[at]!
    const right = b[at]!
    if (left !== right && !valuesEqual(left, right)) return compareValues(left, right)
  }
  return a.length - b.length
}

/**
 * A value as a number; undefined for other types. A bigint stays a bigint, which JavaScript compares with numbers
 * exactly.
 */
function numberOf(value: Value): number | bigint | undefined {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return value instanceof PyFloat ? value.value : undefined
}
