import { isObject } from '../read/value/object.ts'
import type { JsonValue } from '#core/read'

/** Any value of a case. */
export type Json = JsonValue

/** A JSON object of a case; a case that has none there is broken. */
export function asRecord(value: Json | undefined): Readonly<Record<string, Json>> {
  if (isObject(value)) return value
  throw new Error(`expected an object, found ${JSON.stringify(value)}`)
}

export function asText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  throw new Error(`expected text, found ${JSON.stringify(value)}`)
}
