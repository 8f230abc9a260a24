import { Buffer } from './buffer.ts'
import { types } from './util-types.ts'

type Pairs = Map<object, Set<object>>

const { propertyIsEnumerable: isListed } = Object.prototype
const enumerable = (value: object): PropertyKey[] => [
  ...Object.keys(value),
  ...Object.getOwnPropertySymbols(value).filter((symbol) => isListed.call(value, symbol)),
]
const named = (value: object): PropertyKey[] =>
  enumerable(value).filter(
    (key) => typeof key === 'symbol' || !/^(?:0|[1-9]\d*)$/.test(String(key)) || Number(key) >= 2 ** 32 - 1,
  )
const timeOf = Date.prototype.getTime
const kindOf = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)?.get as () => unknown
const tagOf = (value: object): string => Object.prototype.toString.call(value)

/** `util.isDeepStrictEqual`, and the loose comparison of `assert.deepEqual`. */
export function isDeepEqual(a: unknown, b: unknown, strict: boolean, pairs: Pairs = new Map()): boolean {
  if (a === b) return a !== 0 || !strict || Object.is(a, b)
  if (strict) {
    if (typeof a !== 'object') return typeof a === 'number' && Number.isNaN(a) && Number.isNaN(b)
    if (typeof b !== 'object' || a === null || b === null) return false
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  } else {
    if (a === null || typeof a !== 'object')
      return (b === null || typeof b !== 'object') && (a == b || (Number.isNaN(a) && Number.isNaN(b)))
    if (b === null || typeof b !== 'object') return false
  }
  if (tagOf(a) !== tagOf(b)) return false
  return sameKind(a, b, strict, pairs) && sameParts(a, b, strict, pairs)
}

/** Compare the contents of two objects by kind, without their properties. */
function sameKind(a: object, b: object, strict: boolean, pairs: Pairs): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length
  if (types.isDate(a)) return types.isDate(b) && timeOf.call(a as Date) === timeOf.call(b as Date)
  if (types.isRegExp(a)) {
    const [one, other] = [a as RegExp, b as RegExp]
    return (
      types.isRegExp(b) && one.source === other.source && one.flags === other.flags && one.lastIndex === other.lastIndex
    )
  }
  if (types.isNativeError(a) || a instanceof Error) {
    return (types.isNativeError(b) || b instanceof Error) && sameErrors(a, b, strict, pairs)
  }
  if (types.isArrayBufferView(a))
    return (
      types.isArrayBufferView(b) &&
      kindOf.call(a) === kindOf.call(b) &&
      sameBytes(a as Uint8Array, b as Uint8Array, strict)
    )
  if (types.isSet(a)) return types.isSet(b) && (a as Set<unknown>).size === (b as Set<unknown>).size
  if (types.isMap(a)) return types.isMap(b) && (a as Map<unknown, unknown>).size === (b as Map<unknown, unknown>).size
  if (types.isAnyArrayBuffer(a)) return types.isAnyArrayBuffer(b) && Buffer.from(a).equals(Buffer.from(b))
  if (types.isBoxedPrimitive(a)) return types.isBoxedPrimitive(b) && sameBox(a, b)
  const { isArrayBufferView, isSet, isMap, isDate, isRegExp, isAnyArrayBuffer, isBoxedPrimitive, isNativeError } = types
  const kinds = [isArrayBufferView, isSet, isMap, isDate, isRegExp, isAnyArrayBuffer, isBoxedPrimitive, isNativeError]
  return !Array.isArray(b) && !(b instanceof Error) && !kinds.some((isKind) => isKind(b))
}

function sameBytes(a: Uint8Array, b: Uint8Array, strict: boolean): boolean {
  if (!strict && (types.isFloat32Array(a) || types.isFloat64Array(a)))
    return a.length === b.length && a.every((item, at) => item === b[at])
  const bytes = (view: Uint8Array): Buffer => Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  return bytes(a).equals(bytes(b))
}

function sameBox(a: object, b: object): boolean {
  return [Number, String, Boolean, BigInt, Symbol].some(({ prototype }) => {
    const [one, other] = [a, b].map((box) => unboxed(prototype.valueOf, box))
    return one !== undefined && Object.is(one, other)
  })
}

function unboxed(valueOf: () => unknown, box: object): unknown {
  try {
    return valueOf.call(box)
  } catch {
    return undefined
  }
}

/** Compare the non-enumerable properties of two errors. */
function sameErrors(a: object, b: object, strict: boolean, pairs: Pairs): boolean {
  return ['message', 'name', 'cause', 'errors'].every((key) => {
    const listed = isListed.call(a, key)
    if (listed !== isListed.call(b, key)) return false
    return listed || isDeepEqual(Reflect.get(a, key), Reflect.get(b, key), strict, pairs)
  })
}

function sameParts(a: object, b: object, strict: boolean, pairs: Pairs): boolean {
  const indexed = Array.isArray(a) || types.isTypedArray(a)
  const keys = indexed ? named(a) : enumerable(a)
  const others = indexed ? named(b) : enumerable(b)
  const known = strict ? keys : keys.filter((key) => typeof key === 'string')
  if (known.length !== (strict ? others : others.filter((key) => typeof key === 'string')).length) return false
  if (!known.every((key) => isListed.call(b, key))) return false
  const partners = pairs.get(a) ?? new Set()
  if (partners.has(b)) return true
  partners.add(b)
  pairs.set(a, partners)
  const same =
    known.every((key) => isDeepEqual(Reflect.get(a, key), Reflect.get(b, key), strict, pairs)) &&
    sameItems(a, b, strict, pairs)
  partners.delete(b)
  return same
}

function sameItems(a: object, b: object, strict: boolean, pairs: Pairs): boolean {
  if (Array.isArray(a)) {
    const other = b as unknown[]
    for (let at = 0; at < a.length; at++) {
      if (at in a !== at in other) return false
      if (!isDeepEqual(a[at], other[at], strict, pairs)) return false
    }
    return true
  }
  if (types.isSet(a))
    return sameMembers([...(a as Set<unknown>)], [...(b as Set<unknown>)], (x, y) => isDeepEqual(x, y, strict, pairs))
  if (types.isMap(a)) {
    const same = (x: unknown, y: unknown): boolean => {
      const [[key, value], [otherKey, otherValue]] = [x as [unknown, unknown], y as [unknown, unknown]]
      return isDeepEqual(key, otherKey, strict, pairs) && isDeepEqual(value, otherValue, strict, pairs)
    }
    return sameMembers([...(a as Map<unknown, unknown>)], [...(b as Map<unknown, unknown>)], same)
  }
  return true
}

/** Whether each member of one list matches a separate member of the other list. */
function sameMembers(a: unknown[], b: unknown[], same: (x: unknown, y: unknown) => boolean): boolean {
  const left = [...b]
  return a.every((item) => {
    const exact = left.indexOf(item)
    const at = exact >= 0 ? exact : left.findIndex((other) => same(item, other))
    if (at < 0) return false
    left.splice(at, 1)
    return true
  })
}
