import { isObject } from './object.ts'
import type { JsonValue } from './encode.ts'

/** A JSON value as text with sorted keys. Only equal values have the same text. */
export function sortedJson(value: JsonValue): string {
  if (isList(value)) return `[${value.map(sortedJson).join()}]`
  if (!isObject(value)) return typeof value === 'number' ? String(value) : JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedJson(value[name] ?? null)}`).join()}}`
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
