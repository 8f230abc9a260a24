/**
 * The values of metadata, tool configs and parameters. They have Python's types, because the rules print and compare
 * values as in Python. `1` and `1.0` differ, a tuple is not a list, and mapping keys can be other than strings.
 */

/** A float that a `number` cannot represent: whole, infinite or NaN, or with more digits than a double. */
export class PyFloat {
  readonly value: number
  /** The original JSON text, which is written unchanged; undefined unless `value` is only an approximation. */
  readonly literal: string | undefined
  constructor(value: number, literal?: string) {
    this.value = value
    this.literal = literal
  }
}

export class PyTuple {
  readonly items: readonly Value[]
  constructor(items: readonly Value[]) {
    this.items = items
  }
}

export class PySet {
  readonly items: readonly Value[]
  constructor(items: readonly Value[]) {
    this.items = items
  }
}

export class PyBytes {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

export class PyComplex {
  readonly real: number
  readonly imag: number
  constructor(real: number, imag: number) {
    this.real = real
    this.imag = imag
  }
}

export class PyEllipsis {
  readonly ellipsis = true
}

/** A YAML date or timestamp. `iso` is the result of Python's `isoformat()`. */
export class PyDate {
  readonly kind: 'date' | 'datetime'
  readonly iso: string
  constructor(kind: 'date' | 'datetime', iso: string) {
    this.kind = kind
    this.iso = iso
  }
}

/** A mapping in insertion order. As a `Map`, it can have names such as `__proto__` as ordinary keys (R8.4). */
export type Dict = ReadonlyMap<Value, Value>

/**
 * Any value. An integral `number` is a Python int, any other finite `number` is a Python float, and larger ints are
 * `bigint`.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | PyFloat
  | PyTuple
  | PySet
  | PyBytes
  | PyComplex
  | PyEllipsis
  | PyDate
  | readonly Value[]
  | Dict

/** Whether a value is a Python dict, which is a `Map` here. */
export function isDict(value: Value | undefined): value is Dict {
  return value instanceof Map
}

/** Whether a value is a Python list. A tuple is not a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

/** The float of a number: a plain `number` if unambiguous, otherwise a `PyFloat`. */
export function pyFloat(value: number): number | PyFloat {
  return Number.isInteger(value) || !Number.isFinite(value) ? new PyFloat(value) : value
}

/** The int with an exact value: a plain `number` if that is exact, otherwise a `bigint`. */
export function pyInt(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}

/** Whether Python treats a value as true: an empty string, zero, empty containers and null are false. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '' || value === 0 || value === 0n)
    return false
  if (value instanceof PyFloat) return value.value !== 0
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof Map) return value.size > 0
  if (value instanceof PyTuple || value instanceof PySet) return value.items.length > 0
  if (value instanceof PyBytes) return value.bytes.length > 0
  if (value instanceof PyComplex) return value.real !== 0 || value.imag !== 0
  return true
}
