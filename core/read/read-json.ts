import { limits } from '../limits.ts'
import { parseJson } from './json.ts'
import { plain } from './located.ts'
import { decodeValue, encodeValue, type JsonValue } from './value/encode.ts'
import { isDict, isList, type Value } from './value/value.ts'

/** The plain data of JSON in the format of `encodeValue`, or the place of its syntax error. */
export type JsonReading = { readonly value: JsonValue } | { readonly problem: string; readonly start: number }

/**
 * Reads external JSON. With `marked`, the inverse of `writeJson` with `marked`. Numbers and the order of keys stay
 * exact. A mapping with the key `$py` is ordinary data; with `marked`, it is the notation of `writeJson`. The nesting
 * limit is `documentDepth`.
 */
export function readJson(text: string, { marked = false }: { readonly marked?: boolean } = {}): JsonReading {
  const parsed = parseJson(text, { depth: limits.documentDepth })
  if (parsed.kind === 'invalid') return { problem: parsed.problem, start: parsed.start }
  const value = plain(parsed.document)
  return { value: encodeValue(marked ? unmarked(value) : value) }
}

/** A value in which the represented value replaces each `$py` mapping. */
function unmarked(value: Value): Value {
  if (isList(value)) return value.map(unmarked)
  if (!isDict(value)) return value
  if (!value.has('$py')) return new Map([...value].map(([key, item]) => [key, unmarked(item)]))
  return decodeValue(asObject(value))
}

/** A value as plain data in which `decodeValue` recognizes the `$py` mappings. */
function asObject(value: Value): JsonValue {
  if (isList(value)) return value.map(asObject)
  if (!isDict(value)) return encodeValue(value)
  const entries = [...value].map(([key, item]) => [String(key), asObject(item)] as const)
  return value.has('$py') ? Object.fromEntries(entries) : { $py: 'dict', items: entries }
}
