import { encodeValue, type JsonValue } from '../../read/value/encode.ts'
import { isDict, isList, PyFloat, type Value } from '../../read/value/value.ts'

/** A JSON value as a schema sees it: numbers are numbers, and objects have no prototype, so `__proto__` is a key like any other. */
export type Json = JsonValue

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** A value for a schema, which knows JSON's numbers only: an integral float is that integer (R5.1). */
export function toJson(value: Value): Json {
  if (isList(value)) return value.map(toJson)
  if (value instanceof PyFloat) return value.value
  if (typeof value === 'bigint') return Number(value)
  if (!isDict(value)) return encodeValue(value)
  const made: Record<string, Json> = Object.create(null) as Record<string, Json>
  for (const [key, item] of value) made[String(key)] = toJson(item)
  return made
}
