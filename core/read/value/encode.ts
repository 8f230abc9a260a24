import { floatFrom, floatRepr } from './float.ts'
import { pyRepr } from './text.ts'
import {
  PyBytes,
  PyComplex,
  PyDate,
  PyEllipsis,
  PyFloat,
  PySet,
  PyTuple,
  isDict,
  pyFloat,
  pyInt,
  type Dict,
  type Value,
} from './value.ts'

/** The result type of `JSON.parse`. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue }

/**
 * A value as plain JavaScript data that can be cloned and compared. A value without a JSON form becomes `{"$py": kind,
 * ..}`, the notation of the conformance corpus. For text that other programs read, use `writeJson`.
 */
export function encodeValue(value: Value): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Object.is(value, -0) ? 0 : value
  if (typeof value === 'bigint') return { $py: 'int', repr: String(value) }
  if (value instanceof PyFloat) return { $py: 'float', repr: value.literal ?? floatRepr(value.value) }
  if (value instanceof PyTuple) return { $py: 'tuple', items: value.items.map(encodeValue) }
  if (value instanceof PySet) return { $py: 'set', items: value.items.map(encodeValue) }
  if (value instanceof PyBytes) return { $py: 'bytes', hex: hexOf(value.bytes) }
  if (value instanceof PyComplex) return { $py: 'complex', repr: pyRepr(value) }
  if (value instanceof PyEllipsis) return { $py: 'ellipsis' }
  if (value instanceof PyDate) return { $py: value.kind, iso: value.iso }
  return isDict(value) ? encodeDict(value) : value.map(encodeValue)
}

function encodeDict(dict: Dict): JsonValue {
  const entries: [string, JsonValue][] = []
  for (const [key, item] of dict) {
    // A mapping with the key `$py` would decode to a different value.
    if (typeof key !== 'string' || key === '$py') return encodePairs(dict)
    entries.push([key, encodeValue(item)])
  }
  if (isReordered(entries)) return encodePairs(dict)
  // `fromEntries` defines properties, so that `__proto__` remains an ordinary key (R8.4).
  return Object.fromEntries(entries)
}

function encodePairs(dict: Dict): JsonValue {
  return { $py: 'dict', items: [...dict].map((entry) => entry.map(encodeValue)) }
}

/** Whether JavaScript would reorder the keys, because it sorts keys such as `1` before all others. */
function isReordered(entries: readonly (readonly [string, JsonValue])[]): boolean {
  let last = -1
  return entries.some(([key]) => {
    const index = /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1 ? Number(key) : undefined
    const isBehind = index !== undefined && index < last
    last = index ?? Infinity
    return isBehind
  })
}

/** The inverse of `encodeValue`. An unknown or malformed `$py` is an ordinary mapping. */
export function decodeValue(json: JsonValue): Value {
  if (typeof json === 'number') return decodeNumber(json)
  if (json === null || typeof json !== 'object') return json
  if (isJsonList(json)) return json.map(decodeValue)
  return (
    decodeMarked(json) ?? new Map<Value, Value>(Object.entries(json).map(([key, item]) => [key, decodeValue(item)]))
  )
}

function isJsonList(json: JsonValue | undefined): json is readonly JsonValue[] {
  return Array.isArray(json)
}

function decodeNumber(number: number): Value {
  if (!Number.isInteger(number)) return pyFloat(number)
  return pyInt(BigInt(number))
}

function decodeMarked({ $py: kind, repr, items, hex, iso }: JsonObject): Value | undefined {
  const list = isJsonList(items) ? items : undefined
  if (kind === 'ellipsis') return new PyEllipsis()
  if (kind === 'float' && typeof repr === 'string') return floatNamed(repr)
  if (kind === 'int' && typeof repr === 'string' && /^-?\d{1,4300}$/.test(repr)) return pyInt(BigInt(repr))
  if (kind === 'complex' && typeof repr === 'string') return complexOf(repr)
  if (kind === 'bytes' && typeof hex === 'string') return new PyBytes(bytesOf(hex))
  if ((kind === 'date' || kind === 'datetime') && typeof iso === 'string') return new PyDate(kind, iso)
  if (kind === 'tuple' && list) return new PyTuple(list.map(decodeValue))
  if (kind === 'set' && list) return new PySet(list.map(decodeValue))
  if (kind === 'dict' && list) return new Map(list.map(pairOf))
  return undefined
}

function pairOf(pair: JsonValue): [Value, Value] {
  const [key = null, item = null] = isJsonList(pair) ? pair : []
  return [decodeValue(key), decodeValue(item)]
}

function floatNamed(repr: string): Value {
  return /^-?\d/.test(repr) ? floatFrom(repr) : pyFloat(floatOf(repr))
}

function floatOf(repr: string): number {
  if (repr.endsWith('inf')) return repr.startsWith('-') ? -Infinity : Infinity
  return repr === 'nan' ? NaN : Number(repr)
}

const part = String.raw`[+-]?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|inf|nan)`
const complexForm = new RegExp(`^\\(?(${part}(?=[+-]))?(${part})j\\)?$`)

function complexOf(repr: string): Value | undefined {
  const match = complexForm.exec(repr)
  return match ? new PyComplex(floatOf(match[1] ?? '0'), floatOf((match[2] ?? '0').replace('+', ''))) : undefined
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
