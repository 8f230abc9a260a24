import type { JsonObject, JsonValue } from './encode.ts'

/** Whether a value is an object with named fields, not a list or null. */
export function isObject(value: JsonValue | undefined): value is JsonObject
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
