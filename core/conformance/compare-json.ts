import type { JsonObject } from '../read/value/encode.ts'
import { isObject } from '../read/value/object.ts'
import type { Json } from './json.ts'

/** The difference in words; null if the values match. */
export type Difference = string | null

/** Compares only the keys of the expected value. */
export function contains(
  expected: Json,
  actual: Json,
  at: string,
  special: Readonly<Record<string, (expected: Json, actual: Json, at: string) => string | null>> = {},
): string | null {
  if (!isObject(actual)) return `${at}: expected an object`
  return firstOf(
    Object.entries(object(expected)).map(([key, value]) => {
      const check = special[key]
      if (check) return check(value, actual[key] ?? null, `${at}.${key}`)
      return key in actual ? same(value, actual[key] ?? null, `${at}.${key}`) : `${at}.${key}: missing`
    }),
  )
}

export function same(expected: Json, actual: Json, at: string): string | null {
  if (isError(expected)) return sameError(expected, actual, at)
  if (canonical(expected) === canonical(actual)) return null
  if (isObject(expected) && isObject(actual) && !('$py' in expected) && !('$py' in actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return firstOf(
      [...keys].map((key) => {
        if (!(key in actual)) return `${at}.${key}: missing`
        return key in expected ? same(expected[key]!, actual[key]!, `${at}.${key}`) : `${at}.${key}: unexpected`
      }),
    )
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return firstOf(
      expected.map((item: Json, index) => same(item, (actual as readonly Json[])[index]!, `${at}[${index}]`)),
    )
  }
  return `${at}: ${shown(expected)} <> ${shown(actual)}`
}

/** The same string for equal values: keys are sorted, sets have no order, -0 is 0. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (isObject(value)) {
    if (value['$py'] === 'set') return `set(${list(value['items']).map(canonical).sort().join(',')})`
    if (value['$py'] === 'dict') {
      const pairs = list(value['items']).map((pair) => list(pair).map(canonical).join(':'))
      // `encodeValue` writes an object as pairs if JavaScript would reorder its keys. Compare such pairs as an object.
      const isObjectSpelled = list(value['items']).every((pair) => isOwnKey(list(pair)[0]))
      if (isObjectSpelled) return `{${pairs.sort().join(',')}}`
      return `dict(${pairs.sort().join(',')})`
    }
    const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    return `{${pairs.sort().join(',')}}`
  }
  return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'undefined')
}

function isOwnKey(key: Json | undefined): boolean {
  return typeof key === 'string' && key !== '$py'
}

export function rows(value: Json | undefined): string {
  return [...new Set(list(value).map(canonical))].sort().join(' ')
}

export function sameError(expected: JsonObject, actual: Json, at: string): string | null {
  const error = object(actual)
  if (typeof error['error'] !== 'string')
    return `${at}: expected the error ${shown(expected['error'])}, found ${shown(actual)}`
  if (expected['error'] === 'Failure') return null
  for (const field of ['error', 'reason'] as const) {
    if (expected[field] !== undefined && expected[field] !== error[field])
      return `${at}: ${shown(expected)} <> ${shown(actual)}`
  }
  return null
}

export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

export function isError(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    typeof value['error'] === 'string' &&
    Object.keys(value).every((key) => key === 'error' || key === 'reason') &&
    /^[A-Z]/.test(value['error'])
  )
}

export function firstOf(differences: readonly (string | null)[]): string | null {
  return differences.find((difference) => difference !== null) ?? null
}

export function shown(value: Json | undefined): string {
  return canonical(value).slice(0, 300)
}
