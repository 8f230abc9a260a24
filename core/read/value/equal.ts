import { dateKey } from './date.ts'
import {
  PyBytes,
  PyComplex,
  PyDate,
  PyEllipsis,
  PyFloat,
  PySet,
  PyTuple,
  isDict,
  isList,
  type Dict,
  type Value,
} from './value.ts'

/**
 * Python's `==`: `1 == 1.0 == True`, a tuple differs from a list, the order of a mapping or set does not matter, NaN
 * equals nothing.
 */
export function valuesEqual(a: Value, b: Value): boolean {
  if (isList(a)) return isList(b) && sequencesEqual(a, b)
  if (isDict(a)) return isDict(b) && dictsEqual(a, b)
  if (a instanceof PyTuple) return b instanceof PyTuple && sequencesEqual(a.items, b.items)
  if (a instanceof PySet) return b instanceof PySet && setsEqual(a.items, b.items)
  const key = hashKey(a)
  return key !== undefined && key === hashKey(b)
}

// Python compares items of containers by identity first, so the same NaN object equals itself there.
function sameItem(a: Value, b: Value): boolean {
  return a === b || valuesEqual(a, b)
}

function sequencesEqual(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((item, index) => sameItem(item, b[index] ?? null))
}

function setsEqual(a: readonly Value[], b: readonly Value[]): boolean {
  const keys = new Set(b.map(identity))
  const own = new Set(a.map(identity))
  return own.size === keys.size && [...own].every((key) => keys.has(key))
}

function dictsEqual(a: Dict, b: Dict): boolean {
  if (a.size !== b.size) return false
  const byKey = new Map([...b].map(([key, value]) => [identity(key), value]))
  for (const [key, value] of a) {
    const other = byKey.get(identity(key))
    if (other === undefined || !sameItem(value, other)) return false
  }
  return true
}

function identity(value: Value): Value {
  return hashKey(value) ?? value
}

/**
 * A string that is the same for values that are equal as keys of a Python mapping. Undefined for values that cannot be
 * keys (lists, mappings, sets), and for NaN, which equals only its own object.
 */
export function hashKey(value: Value): string | undefined {
  if (value === null) return 'none'
  if (typeof value === 'string') return `text ${value}`
  if (typeof value === 'boolean') return value ? 'number 1' : 'number 0'
  if (typeof value === 'number' || typeof value === 'bigint') return numberKey(value)
  if (value instanceof PyFloat) return numberKey(value.value)
  if (value instanceof PyTuple) return tupleKey(value.items)
  if (value instanceof PyBytes) return `bytes ${value.bytes.join(' ')}`
  if (value instanceof PyDate) return dateKey(value)
  if (value instanceof PyEllipsis) return 'ellipsis'
  if (value instanceof PyComplex) {
    const real = numberKey(value.real)
    const imag = numberKey(value.imag)
    if (real === undefined || imag === undefined) return undefined
    return value.imag === 0 ? real : `complex ${real} ${imag}`
  }
  return undefined
}

function numberKey(value: number | bigint): string | undefined {
  if (Number.isNaN(value)) return undefined
  return `number ${typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value}`
}

function tupleKey(items: readonly Value[]): string | undefined {
  const keys: string[] = []
  for (const item of items) {
    const key = hashKey(item)
    if (key === undefined) return undefined
    keys.push(`${key.length}:${key}`)
  }
  return `tuple ${keys.join('')}`
}

/** Whether a value can be a mapping key or a set item in Python. */
export function isHashable(value: Value): boolean {
  if (isList(value) || isDict(value) || value instanceof PySet) return false
  return !(value instanceof PyTuple) || value.items.every(isHashable)
}
