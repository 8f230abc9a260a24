import type { JsonObject } from '../read/value/encode.ts'
import { isObject } from '../read/value/object.ts'
import { canonical, contains, firstOf, list, object, rows, same, type Difference } from './compare-json.ts'
import type { Json } from './json.ts'

/**
 * Compares graph cases (corpus README, section 3): `<text>` matches any non-empty text, the order of findings and
 * missing names does not matter, and calls of a parallel foreach have no order.
 */
export function compareGraph(kind: Json | undefined, expected: Json, actual: Json): Difference {
  switch (kind) {
    case 'validate':
      return contains(expected, actual, '', { errors: sameRows, warnings: sameRows })
    case 'env':
    case 'inputs':
      return contains(expected, actual, '', { missing: sameRows })
    case 'walk':
      return sameWalk(expected, actual, '')
    case 'rerun': {
      const want = list(object(expected)['runs'])
      const have = list(object(actual)['runs'])
      if (want.length !== have.length) return '.runs: length'
      return firstOf(want.map((run, index) => sameWalk(run, have[index] ?? null, `.runs[${index}]`)))
    }
    default:
      return same(expected, actual, '')
  }
}

function sameRows(expected: Json, actual: Json, at: string): Difference {
  return rows(expected) === rows(actual) ? null : `${at}: ${rows(expected)} <> ${rows(actual)}`
}

function sameWalk(expected: Json, actual: Json, at: string): Difference {
  const answer = object(actual)
  return firstOf(
    Object.entries(object(expected)).map(([key, value]) => {
      if (!(key in answer)) return `${at}.${key}: missing`
      return (key === 'calls' ? sameCalls : fitting)(value, answer[key] ?? null, `${at}.${key}`)
    }),
  )
}

function fitting(expected: Json, actual: Json, at: string): Difference {
  return same(expected, fitted(expected, actual), at)
}

/** The actual value, with each non-empty text written as `<text>` where the expected value accepts any text. */
function fitted(expected: Json | undefined, actual: Json): Json {
  if (expected === '<text>') return typeof actual === 'string' && actual !== '' ? expected : actual
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return actual.map((item: Json, index) => fitted((expected as readonly Json[])[index], item))
  }
  if (!isObject(expected) || !isObject(actual)) return actual
  const entries = Object.entries(actual)
  return Object.fromEntries(
    entries.map(([key, item]) => [key, fitted(Object.hasOwn(expected, key) ? expected[key] : undefined, item)]),
  )
}

/** Compares calls in order; calls inside `any_order` can have any order. */
function sameCalls(expected: Json, actual: Json, at: string): Difference {
  const made = list(actual).flatMap((call) => groupOf(call))
  let from = 0
  for (const call of list(expected)) {
    const wanted = groupOf(call)
    const open = made.slice(from, from + wanted.length)
    from += wanted.length
    for (const one of wanted) {
      const found = open.findIndex((other) => fitting(one, other, at) === null)
      if (found === -1) return `${at}: ${canonical(one).slice(0, 200)} is missing`
      open.splice(found, 1)
    }
  }
  return from === made.length ? null : `${at}: ${made.length} calls, expected ${from}`
}

function groupOf(call: Json): readonly Json[] {
  const group: JsonObject = object(call)
  return 'any_order' in group ? list(group['any_order']) : [call]
}
