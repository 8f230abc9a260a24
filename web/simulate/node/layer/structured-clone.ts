import { DOMException } from './dom-exception.ts'
import { coded } from './errors.ts'
import { types } from './util-types.ts'

const errorNames = ['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError']

function refuse(value: unknown): never {
  const shown =
    typeof value === 'symbol' || typeof value === 'function'
      ? String(value)
      : `#<${(value as object).constructor?.name ?? 'Object'}>`
  throw new DOMException(`${shown} could not be cloned.`, 'DataCloneError')
}

/** `structuredClone`. */
export function structuredClone(...args: [value?: unknown, options?: unknown]): unknown {
  if (args.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The value argument must be specified')
  return cloneOf(args[0], new Map())
}

function cloneOf(item: unknown, known: Map<unknown, unknown>): unknown {
  if (typeof item === 'function' || typeof item === 'symbol') refuse(item)
  if (typeof item !== 'object' || item === null) return item
  if (known.has(item)) return known.get(item)
  const made = emptyCopy(item, known)
  known.set(item, made)
  if (types.isMap(item)) {
    for (const [key, inner] of [...(item as Map<unknown, unknown>)])
      (made as Map<unknown, unknown>).set(cloneOf(key, known), cloneOf(inner, known))
  } else if (types.isSet(item)) {
    for (const inner of [...(item as Set<unknown>)]) (made as Set<unknown>).add(cloneOf(inner, known))
  } else if (Array.isArray(item) || Object.prototype.toString.call(made) === '[object Object]') {
    for (const key of Object.keys(item)) {
      const value = cloneOf((item as Record<string, unknown>)[key], known)
      Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true })
    }
  }
  return made
}

/** A copy of an object with its internal data, such as the time of a date, but without items and properties. */
function emptyCopy(item: object, known: Map<unknown, unknown>): object {
  if (Array.isArray(item)) return new Array(item.length) as unknown[]
  if (types.isDate(item)) return new Date((item as Date).getTime())
  if (types.isRegExp(item)) return new RegExp((item as RegExp).source, (item as RegExp).flags)
  if (types.isMap(item)) return new Map()
  if (types.isSet(item)) return new Set()
  if (types.isBoxedPrimitive(item)) {
    if (types.isSymbolObject(item)) refuse(item)
    return Object(item.valueOf()) as object
  }
  if (types.isArrayBuffer(item)) return (item as ArrayBuffer).slice(0)
  if (types.isSharedArrayBuffer(item)) return item
  if (ArrayBuffer.isView(item)) {
    const buffer = cloneOf(item.buffer, known) as ArrayBuffer
    const length = types.isDataView(item) ? item.byteLength : (item as Uint8Array).length
    const name = types.isDataView(item) ? 'DataView' : String((item as Uint8Array)[Symbol.toStringTag])
    const Kind = (
      globalThis as unknown as Record<string, new (buffer: ArrayBuffer, offset: number, length: number) => object>
    )[name]
    if (Kind !== undefined) return new Kind(buffer, item.byteOffset, length)
  }
  if (types.isNativeError(item)) return errorCopy(item as Error, known)
  const { isPromise, isWeakMap, isWeakSet, isGeneratorObject } = types
  if ([isPromise, isWeakMap, isWeakSet, isGeneratorObject].some((is) => is(item)) || item instanceof WeakRef)
    refuse(item)
  return {}
}

function errorCopy(error: Error, known: Map<unknown, unknown>): Error {
  const name = errorNames.includes(error.name) ? error.name : 'Error'
  const Kind = (globalThis as unknown as Record<string, ErrorConstructor>)[name] ?? Error
  const made = new Kind(error.message)
  known.set(error, made)
  const fields = { stack: error.stack, ...(Object.hasOwn(error, 'cause') && { cause: cloneOf(error.cause, known) }) }
  for (const [field, value] of Object.entries(fields))
    Object.defineProperty(made, field, { value, writable: true, configurable: true, enumerable: false })
  return made
}
