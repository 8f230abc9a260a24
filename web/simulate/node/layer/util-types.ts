import { isProxy } from './inspect.ts'

type Test = (value: unknown) => boolean
type Method = ((this: never, ...args: never[]) => unknown) | undefined

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)
const getter = (holder: { readonly prototype: object } | undefined, name: string | symbol): Method =>
  holder && Object.getOwnPropertyDescriptor(holder.prototype, name)?.get
const typedName = getter({ prototype: Object.getPrototypeOf(Uint8Array.prototype) as object }, Symbol.toStringTag)

/** A test for instances of a class: a built-in method of the class throws if it is called on any other value. */
const accepted =
  (method: Method, ...args: unknown[]): Test =>
  (value) => {
    if (typeof value !== 'object' || value === null || method === undefined) return false
    try {
      method.apply(value as never, args as never[])
      return true
    } catch {
      return false
    }
  }
const tagged =
  (pattern: RegExp, type = 'object'): Test =>
  (value) =>
    typeof value === type && pattern.test(tagOf(value))
const both =
  (one: Test, other: Test): Test =>
  (value) =>
    one(value) && other(value)
const typed =
  (name: string | undefined): Test =>
  (value) =>
    ArrayBuffer.isView(value) && typedName?.call(value as never) === name

const isBoxed = {
  isNumberObject: both(tagged(/^Number$/), accepted(Number.prototype.valueOf)),
  isStringObject: both(tagged(/^String$/), accepted(String.prototype.valueOf)),
  isBooleanObject: both(tagged(/^Boolean$/), accepted(Boolean.prototype.valueOf)),
  isBigIntObject: both(tagged(/^BigInt$/), accepted(BigInt.prototype.valueOf)),
  isSymbolObject: both(tagged(/^Symbol$/), accepted(Symbol.prototype.valueOf)),
}
const isNativeError: Test = 'isError' in Error ? (Error.isError as Test) : tagged(/^Error$/)
const isArrayBuffer = accepted(getter(ArrayBuffer, 'byteLength'))
const isSharedArrayBuffer = accepted(
  getter(typeof SharedArrayBuffer === 'function' ? SharedArrayBuffer : undefined, 'byteLength'),
)
const arrays = [
  ...(['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array', 'Int8Array', 'Int16Array'] as const),
  ...(['Int32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'] as const),
]
type ArrayTests = Record<`is${(typeof arrays)[number]}`, Test>

/** `util.types`. */
export const types = {
  isExternal: () => false,
  isDate: accepted(Date.prototype.getTime),
  isArgumentsObject: (value: unknown) => tagged(/^Arguments$/)(value) && !(Symbol.toStringTag in (value as object)),
  ...isBoxed,
  isBoxedPrimitive: (value: unknown) => Object.values(isBoxed).some((test) => test(value)),
  isNativeError,
  isRegExp: both(
    tagged(/^RegExp$/),
    (value) => value !== RegExp.prototype && accepted(getter(RegExp, 'global'))(value),
  ),
  isAsyncFunction: tagged(/^Async/, 'function'),
  isGeneratorFunction: tagged(/GeneratorFunction$/, 'function'),
  isGeneratorObject: tagged(/Generator$/),
  isPromise: (value: unknown) =>
    value instanceof Promise && accepted(Promise.prototype.then, undefined, () => undefined)(value),
  isMap: accepted(getter(Map, 'size')),
  isSet: accepted(getter(Set, 'size')),
  isMapIterator: tagged(/^Map Iterator$/),
  isSetIterator: tagged(/^Set Iterator$/),
  isWeakMap: accepted(WeakMap.prototype.has as Method, {}),
  isWeakSet: accepted(WeakSet.prototype.has as Method, {}),
  isArrayBuffer,
  isDataView: typed(undefined),
  isSharedArrayBuffer,
  isProxy,
  isModuleNamespaceObject: (value: unknown) => tagged(/^Module$/)(value) && Object.getPrototypeOf(value) === null,
  isAnyArrayBuffer: (value: unknown) => isArrayBuffer(value) || isSharedArrayBuffer(value),
  isCryptoKey: () => false,
  isKeyObject: () => false,
  isArrayBufferView: (value: unknown) => ArrayBuffer.isView(value),
  isTypedArray: (value: unknown) => typedName?.call(value as never) !== undefined,
  ...(Object.fromEntries(arrays.map((name) => [`is${name}`, typed(name)])) as ArrayTests),
} satisfies Record<string, Test>
