import { isObject } from '../read/value/object.ts'
import type { JsonValue } from '#core/read'

/** Any value of a case. */
export type Json = JsonValue

/** Requires a JSON object in a case. Throws if the case has another value there. */
export function asRecord(value: Json | undefined): Readonly<Record<string, Json>> {
  if (isObject(value)) return value
  throw new Error(`expected an object, found ${JSON.stringify(value)}`)
}

export function asText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  throw new Error(`expected text, found ${JSON.stringify(value)}`)
}
