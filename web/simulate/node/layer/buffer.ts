import { withAbsent } from './absent.ts'
import { byteLengthOf, checkSize, encodingOf, FastBuffer, isArrayBuffer, isBytes } from './buffer-base.ts'
import { knownEncoding, make, maxLength, order, over } from './buffer-base.ts'
import type { Buffer as BufferType } from './buffer-base.ts'
import { methods } from './buffer-methods.ts'
import { defineNumbers } from './buffer-numbers.ts'
import { coded, describeValue, invalidArgType } from './errors.ts'
import { bytesOf, textOf } from './host.ts'
import { checkInteger } from './validate.ts'

export { encodingOf, unknownEncoding } from './buffer-base.ts'

/** The type of a buffer. */
export type Buffer = BufferType

/** Node's `Buffer` function, which can be called with or without `new`. */
export function Buffer(value: unknown, encoding?: unknown, length?: unknown): Buffer {
  if (typeof value !== 'number') return Buffer.from(value, encoding, length)
  if (typeof encoding === 'string') throw invalidArgType('string', 'string', value)
  return Buffer.alloc(value)
}
Buffer.poolSize = 8192

Buffer.from = (value: unknown, encoding?: unknown, length?: unknown): Buffer => {
  if (typeof value === 'string')
    return over(bytesOf(value, knownEncoding(typeof encoding === 'string' ? encoding : undefined)))
  if (typeof value === 'object' && value !== null) {
    if (isArrayBuffer(value)) return fromArrayBuffer(value, encoding, length)
    const inner: unknown = value.valueOf()
    if (
      inner !== null &&
      inner !== undefined &&
      inner !== value &&
      (typeof inner === 'string' || typeof inner === 'object')
    )
      return Buffer.from(inner, encoding, length)
    const items = fromItems(value)
    if (items !== undefined) return items
    const primitive = (value as { [Symbol.toPrimitive]?: unknown })[Symbol.toPrimitive]
    if (typeof primitive === 'function') {
      const text: unknown = primitive.call(value, 'string')
      if (typeof text === 'string') return Buffer.from(text, encoding)
    }
  }
  throw firstArgument(value)
}

function firstArgument(value: unknown): Error {
  const text =
    'The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like ' +
    `Object. Received ${describeValue(value)}`
  return coded(TypeError, 'ERR_INVALID_ARG_TYPE', text)
}

function fromArrayBuffer(value: ArrayBuffer, offset: unknown, length: unknown): Buffer {
  const start = offset === undefined ? 0 : Number(offset) || 0
  const most = value.byteLength - start
  if (most < 0) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds')
  if (length === undefined) return new FastBuffer(value, start, most) as unknown as Buffer
  const wanted = Math.max(0, Number(length) || 0)
  if (wanted > most) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds')
  return new FastBuffer(value, start, wanted) as unknown as Buffer
}

function fromItems(value: object): Buffer | undefined {
  const { length, type, data } = value as { length?: unknown; type?: unknown; data?: unknown }
  if (length !== undefined || isArrayBuffer((value as { buffer?: unknown }).buffer)) {
    if (typeof length !== 'number') return make(0)
    const made = make(length > 0 ? length : 0)
    const items = value as ArrayLike<number>
    for (let at = 0; at < made.length; at++) made[at] = items[at] as number
    return made
  }
  return type === 'Buffer' && Array.isArray(data) ? fromItems(data) : undefined
}

Buffer.alloc = (size: unknown, fill?: unknown, encoding?: unknown): Buffer => {
  checkSize(size)
  const made = make(size)
  return fill === undefined || fill === 0 || size === 0 ? made : methods.fill.call(made, fill, encoding)
}
Buffer.allocUnsafe = (size: unknown): Buffer => {
  checkSize(size)
  return make(size)
}
Buffer.allocUnsafeSlow = Buffer.allocUnsafe
Buffer.isBuffer = (value: unknown): value is Buffer => value instanceof FastBuffer
Buffer.isEncoding = (name: unknown): boolean =>
  typeof name === 'string' && name !== '' && encodingOf(name) !== undefined
Buffer.of = (...items: number[]): Buffer => Buffer.from(items)
Buffer.byteLength = (value: unknown, encoding?: unknown): number => {
  if (typeof value === 'string') return byteLengthOf(value, encodingOf(encoding) ?? 'utf8')
  if (ArrayBuffer.isView(value) || isArrayBuffer(value)) return value.byteLength
  throw invalidArgType('string', ['string', 'Buffer', 'ArrayBuffer'], value)
}

Buffer.compare = (a: unknown, b: unknown): number => {
  if (!isBytes(a)) throw invalidArgType('buf1', ['Buffer', 'Uint8Array'], a)
  if (!isBytes(b)) throw invalidArgType('buf2', ['Buffer', 'Uint8Array'], b)
  return order(a, b)
}

Buffer.concat = (list: unknown, length?: unknown): Buffer => {
  if (!Array.isArray(list)) throw invalidArgType('list', 'Array', list)
  list.forEach((part: unknown, index) => {
    if (!isBytes(part)) throw invalidArgType(`list[${index}]`, ['Buffer', 'Uint8Array'], part)
  })
  const parts = list as Uint8Array[]
  if (length !== undefined) checkInteger(length, 'length', 0, maxLength)
  const size = (length as number | undefined) ?? parts.reduce((sum, part) => sum + part.length, 0)
  const joined = make(size)
  let at = 0
  for (const part of parts) {
    if (at >= size) break
    const taken = part.subarray(0, size - at)
    Uint8Array.prototype.set.call(joined, taken, at)
    at += taken.length
  }
  return joined
}

Object.defineProperty(Buffer, Symbol.species, { get: () => FastBuffer, configurable: true })

/** The maximum number of bytes that `util.inspect` shows. */
const mostShown = 50

/** A buffer as `util.inspect` shows it, without further properties. */
function shown(this: Buffer): string {
  const bytes = textOf(this.subarray(0, mostShown), 'hex').replaceAll(/(..)(?=.)/g, '$1 ')
  const left = this.length - mostShown
  return `<Buffer ${bytes}${left > 0 ? ` ... ${left} more byte${left > 1 ? 's' : ''}` : ''}>`
}

function define(name: string, value: unknown): void {
  Object.defineProperty(FastBuffer.prototype, name, { value, writable: true, configurable: true, enumerable: true })
}

defineNumbers(define)
for (const [name, value] of Object.entries(methods)) define(name, value)
withAbsent('Buffer.prototype', FastBuffer.prototype)
withAbsent('Buffer', Buffer)
define('inspect', shown)
Object.defineProperty(FastBuffer.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value: shown,
  configurable: true,
  writable: true,
})
Object.defineProperty(FastBuffer.prototype, 'constructor', { value: Buffer, writable: true, configurable: true })
Buffer.prototype = FastBuffer.prototype as unknown as Buffer
Object.defineProperty(Buffer, 'name', { value: 'Buffer', configurable: true })
Object.setPrototypeOf(Buffer, Uint8Array)

const maxStringLength = 536870888

/** `node:buffer`. */
export const bufferModule = withAbsent('buffer', {
  Buffer,
  kMaxLength: maxLength,
  kStringMaxLength: maxStringLength,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: maxStringLength },
  atob: (text: unknown): string => globalThis.atob(text as string),
  btoa: (text: unknown): string => globalThis.btoa(text as string),
})
