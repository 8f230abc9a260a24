import { isProxy } from './inspect.ts'

type Test = (value: unknown) => boolean

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)
const typedName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)?.get

/** Whether a method of a class can be called on a value. This works only for instances of the class. */
function passes(
  value: unknown,
  method: ((this: never, ...args: never[]) => unknown) | undefined,
  ...args: unknown[]
): boolean {
  if (typeof value !== 'object' || value === null) return false
  try {
    method?.apply(value as never, args as never[])
    return true
  } catch {
    return false
  }
}

const getter = (prototype: object, name: string | symbol): ((this: never) => unknown) | undefined =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get
const sizeOfMap = getter(Map.prototype, 'size')
const sizeOfSet = getter(Set.prototype, 'size')
const lengthOfBuffer = getter(ArrayBuffer.prototype, 'byteLength')
const lengthOfShared =
  typeof SharedArrayBuffer === 'function' ? getter(SharedArrayBuffer.prototype, 'byteLength') : undefined
const flagsOfPattern = getter(RegExp.prototype, 'global')

const boxed =
  (kind: string, valueOf: () => unknown): Test =>
  (value) =>
    typeof value === 'object' && tagOf(value) === kind && passes(value, valueOf)
const typed =
  (name: string): Test =>
  (value) =>
    ArrayBuffer.isView(value) && typedName?.call(value) === name
const isBoxed = {
  isNumberObject: boxed('Number', Number.prototype.valueOf),
  isStringObject: boxed('String', String.prototype.valueOf),
  isBooleanObject: boxed('Boolean', Boolean.prototype.valueOf),
  isBigIntObject: boxed('BigInt', BigInt.prototype.valueOf),
  isSymbolObject: boxed('Symbol', Symbol.prototype.valueOf),
}
const functionKind =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'function' && pattern.test(tagOf(value))
const nativeErrors = Object.prototype.toString
const isNativeError: Test = (value) =>
  'isError' in Error ? (Error.isError as Test)(value) : nativeErrors.call(value) === '[object Error]'

const isArrayBuffer: Test = (value) => passes(value, lengthOfBuffer)
const isSharedArrayBuffer: Test = (value) => lengthOfShared !== undefined && passes(value, lengthOfShared)

/** `util.types`. */
export const types = {
  isExternal: () => false,
  isDate: (value: unknown) => passes(value, Date.prototype.getTime),
  isArgumentsObject: (value: unknown) =>
    typeof value === 'object' && value !== null && tagOf(value) === 'Arguments' && !(Symbol.toStringTag in value),
  isBigIntObject: isBoxed.isBigIntObject,
  isBooleanObject: isBoxed.isBooleanObject,
  isNumberObject: isBoxed.isNumberObject,
  isStringObject: isBoxed.isStringObject,
  isSymbolObject: isBoxed.isSymbolObject,
  isBoxedPrimitive: (value: unknown) => Object.values(isBoxed).some((test) => test(value)),
  isNativeError,
  isRegExp: (value: unknown) =>
    value !== RegExp.prototype && passes(value, flagsOfPattern) && tagOf(value) === 'RegExp',
  isAsyncFunction: functionKind(/^Async/),
  isGeneratorFunction: functionKind(/GeneratorFunction$/),
  isGeneratorObject: (value: unknown) => typeof value === 'object' && /Generator$/.test(tagOf(value)),
  isPromise: (value: unknown) =>
    passes(value, Promise.prototype.then, undefined, () => undefined) && value instanceof Promise,
  isMap: (value: unknown) => passes(value, sizeOfMap),
  isSet: (value: unknown) => passes(value, sizeOfSet),
  isMapIterator: (value: unknown) => tagOf(value) === 'Map Iterator',
  isSetIterator: (value: unknown) => tagOf(value) === 'Set Iterator',
  isWeakMap: (value: unknown) => passes(value, WeakMap.prototype.has as never, {}),
  isWeakSet: (value: unknown) => passes(value, WeakSet.prototype.has as never, {}),
  isArrayBuffer,
  isDataView: (value: unknown) => ArrayBuffer.isView(value) && typedName?.call(value) === undefined,
  isSharedArrayBuffer,
  isProxy,
  isModuleNamespaceObject: (value: unknown) => tagOf(value) === 'Module' && Object.getPrototypeOf(value) === null,
  isAnyArrayBuffer: (value: unknown) => isArrayBuffer(value) || isSharedArrayBuffer(value),
  isCryptoKey: () => false,
  isKeyObject: () => false,
  isArrayBufferView: (value: unknown) => ArrayBuffer.isView(value),
  isTypedArray: (value: unknown) => typedName?.call(value) !== undefined,
  isUint8Array: typed('Uint8Array'),
  isUint8ClampedArray: typed('Uint8ClampedArray'),
  isUint16Array: typed('Uint16Array'),
  isUint32Array: typed('Uint32Array'),
  isInt8Array: typed('Int8Array'),
  isInt16Array: typed('Int16Array'),
  isInt32Array: typed('Int32Array'),
  isFloat32Array: typed('Float32Array'),
  isFloat64Array: typed('Float64Array'),
  isBigInt64Array: typed('BigInt64Array'),
  isBigUint64Array: typed('BigUint64Array'),
} satisfies Record<string, Test>
