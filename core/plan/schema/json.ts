import { keyText } from '../../read/value/entries.ts'
import { pyStr } from '../../read/value/text.ts'
import { isDict, isList, PyFloat, PySet, PyTuple, type Value } from '../../read/value/value.ts'

/**
 * A JSON value for schema validation. An integer that a double would round is a `bigint`. Objects have no prototype, so
 * `__proto__` is an ordinary key.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonMapping

/** A JSON object for schema validation. */
export interface JsonMapping {
  readonly [key: string]: Json
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Whether a value is an object, not a list or null. */
export function isMapping(value: Json | undefined): value is JsonMapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isNumber(value: Json | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/**
 * A value for schema validation, which has only JSON numbers: a whole float is an integer (R5.1). Values without a JSON
 * form are converted as by `writeJson`: tuples and sets become lists, dates and bytes become text.
 */
export function toJson(value: Value): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'bigint')
    return value
  if (typeof value === 'number') return value === 0 ? 0 : value
  if (value instanceof PyFloat) return exactly(value.value)
  if (isList(value)) return value.map(toJson)
  if (value instanceof PyTuple || value instanceof PySet) return value.items.map(toJson)
  if (!isDict(value)) return pyStr(value)
  const made: Record<string, Json> = Object.create(null) as Record<string, Json>
  for (const [key, item] of value) made[keyText(key)] = toJson(item)
  return made
}

/** The same form for equal numbers: an integer is a `number` only if it is a safe integer. */
function exactly(value: number): number | bigint {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value
}

/** A value as text with sorted keys: equal values, and only those, have the same text. */
export function sortedText(value: Json): string {
  if (isArray(value)) return `[${value.map(sortedText).join()}]`
  if (isNumber(value)) return String(value)
  if (!isMapping(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedText(value[name] ?? null)}`).join()}}`
}
