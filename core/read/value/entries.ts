import { pointerTo } from '../../text/pointer.ts'
import { decodeValue, encodeValue, type JsonValue } from './encode.ts'
import { atomText } from './json.ts'
import { isObject } from './object.ts'
import { pyStr } from './text.ts'
import { isDict, PyFloat, type Value } from './value.ts'

/** A value as plain JSON, without the `$py` notation of `encodeValue`. */
export type JsonParts =
  | { readonly kind: 'mapping'; readonly entries: readonly (readonly [string, JsonValue])[] }
  | { readonly kind: 'list'; readonly items: readonly JsonValue[] }
  /** A string, true, false, null, or a number in its exact notation. */
  | { readonly kind: 'leaf'; readonly value: JsonValue }

/**
 * The parts of a value. Tuples and sets are lists. Keys that are not strings are converted as by `json.dumps`. Values
 * without a JSON form become text as by Python's `str()`.
 */
export function jsonParts(value: JsonValue): JsonParts {
  if (isList(value)) return { kind: 'list', items: value }
  if (!isObject(value)) return { kind: 'leaf', value }
  const { $py: kind, items } = value
  if (isList(items) && kind === 'dict') return { kind: 'mapping', entries: entriesIn(items) }
  if (isList(items) && (kind === 'tuple' || kind === 'set')) return { kind: 'list', items }
  const leaf = typeof kind === 'string' && leafKinds.has(kind) ? decodeValue(value) : undefined
  if (leaf === undefined || isDict(leaf)) return { kind: 'mapping', entries: Object.entries(value) }
  return { kind: 'leaf', value: numberText(leaf) === undefined ? pyStr(leaf) : value }
}

const leafKinds: ReadonlySet<string> = new Set(['int', 'float', 'complex', 'bytes', 'ellipsis', 'date', 'datetime'])

/** Whether a value needs the `$py` notation, because its JSON would decode to a different value. */
export function isForeign(value: JsonValue): boolean {
  if (!isObject(value) || typeof value['$py'] !== 'string') return false
  const { $py: kind, items } = value
  if (isList(items) && kind === 'dict')
    return items.some((pair) => !isList(pair) || typeof pair[0] !== 'string' || pair[0] === '$py')
  const parts = jsonParts(value)
  return parts.kind === 'list' || (parts.kind === 'leaf' && parts.value !== value)
}

/** Every leaf of a value with its pointer, in the value's order. */
export function leavesOf(
  value: JsonValue,
  pointer = '',
  into = new Map<string, JsonValue>(),
): ReadonlyMap<string, JsonValue> {
  const parts = jsonParts(value)
  if (parts.kind === 'leaf') return into.set(pointer, parts.value)
  const entries = parts.kind === 'mapping' ? parts.entries : parts.items.map((item, at) => [String(at), item] as const)
  for (const [name, inner] of entries) leavesOf(inner, pointerTo(pointer, name), into)
  return into
}

/** A mapping with these entries. The inverse of `jsonParts` for a mapping. */
export function mappingOf(entries: readonly (readonly [string, JsonValue])[]): JsonValue {
  return encodeValue(new Map(entries.map(([key, item]) => [key, decodeValue(item)])))
}

/** The exact digits of a number with a JSON form; undefined for other values. */
export function numberText(value: Value): string | undefined {
  if (typeof value !== 'object' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const text = value === null ? undefined : (literalOf(value) ?? atomText(value))
  return text !== undefined && /^-?\d/.test(text) ? text : undefined
}

function literalOf(value: Value): string | undefined {
  return value instanceof PyFloat ? value.literal : undefined
}

/** The entries by text. Different Python keys can have the same text. In this case, the last value applies. */
function entriesIn(pairs: readonly JsonValue[]): readonly (readonly [string, JsonValue])[] {
  return [
    ...new Map(
      pairs.map((pair) => {
        const [key = null, item = null] = isList(pair) ? pair : []
        return [keyText(decodeValue(key)), item] as const
      }),
    ),
  ]
}

/** A key as converted by `json.dumps`, or by `str()` if `json.dumps` rejects it. */
export function keyText(key: Value): string {
  return typeof key === 'string' ? key : (atomText(key) ?? pyStr(key))
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
