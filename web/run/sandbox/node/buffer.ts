import { coded, describeValue, invalidArgType, invalidArgValue, outOfRange } from './errors.ts'
import { bytesOf, textOf } from './host.ts'
import { format } from './inspect.ts'
import { checkInteger, checkNumber } from './validate.ts'

/** The bytes that one buffer may hold. */
const maxLength = 2 ** 32
const maxStringLength = 536870888

const names: Readonly<Record<string, string>> = {
  utf8: 'utf8',
  'utf-8': 'utf8',
  hex: 'hex',
  base64: 'base64',
  base64url: 'base64url',
  latin1: 'latin1',
  binary: 'latin1',
  ascii: 'ascii',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
  utf16le: 'utf16le',
  'utf-16le': 'utf16le',
}

/** One name for each encoding, or undefined for one that is none. */
export function encodingOf(name: unknown): string | undefined {
  const known = names[String(name).toLowerCase()]
  return typeof name === 'string' && Object.hasOwn(names, name.toLowerCase()) ? known : undefined
}

function knownEncoding(name: unknown): string {
  if (name === undefined || name === null || name === '') return 'utf8'
  const encoding = encodingOf(name)
  if (encoding === undefined) throw unknownEncoding(name)
  return encoding
}

export function unknownEncoding(name: unknown): Error {
  return coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${format('%s', name)}`)
}

/** What every buffer is, behind the function that makes them. */
class FastBuffer extends Uint8Array {}

export interface Buffer extends Uint8Array<ArrayBuffer> {
  toString(encoding?: unknown, start?: unknown, end?: unknown): string
  toLocaleString(): string
  toJSON(): object
  equals(other: unknown): boolean
  compare(target: unknown, ...bounds: [unknown?, unknown?, unknown?, unknown?]): number
  copy(target: unknown, targetStart?: unknown, start?: unknown, end?: unknown): number
  write(text: unknown, ...rest: [unknown?, unknown?, unknown?]): number
}

function make(size: number): Buffer {
  return new FastBuffer(size) as unknown as Buffer
}

function over(bytes: Uint8Array): Buffer {
  return new FastBuffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength) as unknown as Buffer
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && value instanceof SharedArrayBuffer)
}

function checkSize(size: unknown): asserts size is number {
  checkNumber(size, 'size', 0, maxLength)
}

/** `Buffer` as Node has it: a function, which may be called with `new` and without. */
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

function byteLengthOf(text: string, encoding: string): number {
  switch (encoding) {
    case 'latin1':
    case 'ascii':
      return text.length
    case 'utf16le':
      return text.length * 2
    case 'hex':
      return text.length >>> 1
    case 'base64':
    case 'base64url': {
      const digits = text.replace(/={0,2}$/, '').length
      return (digits * 3) >>> 2
    }
    default:
      return bytesOf(text, encoding).length
  }
}

Buffer.compare = (a: unknown, b: unknown): number => {
  if (!isBytes(a)) throw invalidArgType('buf1', ['Buffer', 'Uint8Array'], a)
  if (!isBytes(b)) throw invalidArgType('buf2', ['Buffer', 'Uint8Array'], b)
  return order(a, b)
}

function order(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
  return Math.sign(a.length - b.length)
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

Buffer.copyBytesFrom = (view: unknown, offset = 0, length?: number): Buffer => {
  if (!ArrayBuffer.isView(view) || view instanceof DataView) throw invalidArgType('view', 'TypedArray', view)
  checkInteger(offset, 'offset', 0)
  if (length !== undefined) checkInteger(length, 'length', 0)
  const items = (view as Uint8Array).subarray(offset, length === undefined ? undefined : offset + length)
  return over(new Uint8Array(items.buffer, items.byteOffset, items.byteLength).slice())
}
Object.defineProperty(Buffer, Symbol.species, { get: () => FastBuffer, configurable: true })

/** A position as the methods take it: cut to whole numbers, held within the buffer. */
function within(value: unknown, usual: number, length: number): number {
  if (value === undefined) return usual
  const number = Math.trunc(Number(value)) || 0
  return Math.min(length, Math.max(0, number))
}

interface Found {
  readonly value: Uint8Array | number
  readonly step: number
}

function searched(value: unknown, encoding: unknown): Found {
  if (typeof value === 'number') return { value: Math.trunc(value) & 255, step: 1 }
  if (typeof value === 'string') {
    const name = encoding === undefined ? 'utf8' : encodingOf(encoding)
    if (name === undefined) throw unknownEncoding(encoding)
    return { value: bytesOf(value, name), step: name === 'utf16le' ? 2 : 1 }
  }
  if (isBytes(value)) return { value, step: encodingOf(encoding) === 'utf16le' ? 2 : 1 }
  throw invalidArgType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value)
}

function find(bytes: Buffer, sought: unknown, from: unknown, encodingGiven: unknown, forward: boolean): number {
  let offset = from
  let encoding = encodingGiven
  if (typeof offset === 'string') {
    encoding = offset
    offset = undefined
  } else if (Number(offset) > 0x7fffffff) offset = 0x7fffffff
  else if (Number(offset) < -0x80000000) offset = -0x80000000
  let at = Number(offset)
  if (Number.isNaN(at)) at = forward ? 0 : bytes.length
  at = Math.trunc(at)
  const { value, step } = searched(sought, encoding)
  const size = typeof value === 'number' ? 1 : value.length
  if (at < 0) {
    at += bytes.length
    if (at < 0) {
      if (!forward) return -1
      at = 0
    }
  }
  if (size === 0) return Math.min(at, bytes.length)
  if (forward) at = Math.min(at, bytes.length)
  else at = Math.min(at, bytes.length - size)
  if (typeof value === 'number')
    return forward
      ? Uint8Array.prototype.indexOf.call(bytes, value, at)
      : at < 0
        ? -1
        : Uint8Array.prototype.lastIndexOf.call(bytes, value, at)
  for (let here = at; forward ? here <= bytes.length - size : here >= 0; here += forward ? 1 : -1) {
    if (step === 2 && here % 2 !== 0) continue
    let same = 0
    while (same < size && bytes[here + same] === value[same]) same++
    if (same === size) return here
  }
  return -1
}

function boundsError(value: unknown, length: number, name = 'offset'): Error {
  if (typeof value === 'number' && !Number.isInteger(value)) return outOfRange(name, 'an integer', value)
  if (length < 0) return coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds')
  return outOfRange(name, `>= ${name === 'offset' ? 0 : 1} and <= ${length}`, value)
}

function checkOffset(offset: unknown, length: number, size: number): asserts offset is number {
  if (typeof offset !== 'number') throw invalidArgType('offset', 'number', offset)
  if (!(Number.isInteger(offset) && offset >= 0 && offset + size <= length)) throw boundsError(offset, length - size)
}

const methods = {
  toString(this: Buffer, encoding?: unknown, start?: unknown, end?: unknown): string {
    const name = knownEncoding(encoding === null ? 'null' : encoding)
    const from = within(start, 0, this.length)
    const to = within(end, this.length, this.length)
    return to <= from ? '' : textOf(this.subarray(from, to), name)
  },
  toLocaleString(this: Buffer, ...args: [unknown?, unknown?, unknown?]): string {
    return this.toString(...args)
  },
  toJSON(this: Buffer): object {
    return { type: 'Buffer', data: Array.from(this) }
  },
  equals(this: Buffer, other: unknown): boolean {
    if (!isBytes(other)) throw invalidArgType('otherBuffer', ['Buffer', 'Uint8Array'], other)
    return order(this, other) === 0
  },
  compare(this: Buffer, target: unknown, ...bounds: [unknown?, unknown?, unknown?, unknown?]): number {
    if (!isBytes(target)) throw invalidArgType('target', ['Buffer', 'Uint8Array'], target)
    const bound = (value: unknown, name: string, usual: number, most: number): number => {
      if (value === undefined) return usual
      checkInteger(value, name, 0, most)
      return value
    }
    const [targetStart, targetEnd, start, end] = bounds
    const fromTarget = bound(targetStart, 'targetStart', 0, maxLength)
    const toTarget = bound(targetEnd, 'targetEnd', target.length, target.length)
    const from = bound(start, 'sourceStart', 0, maxLength)
    const to = bound(end, 'sourceEnd', this.length, this.length)
    if (from >= to) return fromTarget >= toTarget ? 0 : -1
    if (fromTarget >= toTarget) return 1
    return order(this.subarray(from, to), target.subarray(fromTarget, toTarget))
  },
  indexOf(this: Buffer, value: unknown, from?: unknown, encoding?: unknown): number {
    return find(this, value, from, encoding, true)
  },
  lastIndexOf(this: Buffer, value: unknown, from?: unknown, encoding?: unknown): number {
    return find(this, value, from, encoding, false)
  },
  includes(this: Buffer, value: unknown, from?: unknown, encoding?: unknown): boolean {
    return find(this, value, from, encoding, true) !== -1
  },
  fill(this: Buffer, value: unknown, ...rest: [unknown?, unknown?, unknown?]): Buffer {
    let [start, end, encoding] = rest
    if (typeof value === 'string') {
      if (typeof start === 'string') [start, end, encoding] = [undefined, undefined, start]
      else if (typeof end === 'string') [end, encoding] = [undefined, end]
      if (encoding !== undefined && typeof encoding !== 'string') throw invalidArgType('encoding', 'string', encoding)
      if (typeof encoding === 'string' && encoding !== '' && encodingOf(encoding) === undefined)
        throw unknownEncoding(encoding)
    }
    if (start !== undefined) checkNumber(start, 'offset', 0, maxLength)
    if (end !== undefined) checkNumber(end, 'end', 0, this.length)
    const from = Math.trunc(Number(start ?? 0))
    const to = Math.trunc(Number(end ?? this.length))
    if (from >= to) return this
    if (typeof value === 'string' || isBytes(value)) {
      const pattern = typeof value === 'string' ? bytesOf(value, knownEncoding(encoding)) : value
      if (pattern.length === 0 && (isBytes(value) || value !== '')) throw invalidArgValue('value', value)
      if (pattern.length === 0) return Uint8Array.prototype.fill.call(this, 0, from, to) as Buffer
      for (let at = from; at < to; at++) this[at] = pattern[(at - from) % pattern.length] ?? 0
      return this
    }
    return Uint8Array.prototype.fill.call(
      this,
      typeof value === 'boolean' ? Number(value) : Number(value) & 255,
      from,
      to,
    ) as Buffer
  },
  write(this: Buffer, text: unknown, ...rest: [unknown?, unknown?, unknown?]): number {
    let [offset, length, encoding] = rest
    if (typeof text !== 'string') throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string')
    if (typeof offset === 'string') [offset, length, encoding] = [undefined, undefined, offset]
    else if (typeof length === 'string') [length, encoding] = [undefined, length]
    if (offset !== undefined) checkInteger(offset, 'offset', 0, this.length)
    const left = this.length - Number(offset ?? 0)
    if (length !== undefined) checkInteger(length, 'length', 0, this.length)
    return put(this, text, Number(offset ?? 0), Math.min(left, Number(length ?? left)), knownEncoding(encoding))
  },
  copy(this: Buffer, target: unknown, targetStart?: unknown, start?: unknown, end?: unknown): number {
    if (!isBytes(target)) throw invalidArgType('target', ['Buffer', 'Uint8Array'], target)
    const whole = (value: unknown, usual: number): number =>
      value === undefined ? usual : Math.trunc(Number(value)) || 0
    const to = whole(targetStart, 0)
    if (to < 0) throw outOfRange('targetStart', '>= 0', to)
    const from = whole(start, 0)
    if (from < 0 || from > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, from)
    const last = whole(end, this.length)
    if (last < 0) throw outOfRange('sourceEnd', '>= 0', last)
    if (to >= target.length || from >= last) return 0
    const taken = this.subarray(from, Math.min(last, from + target.length - to))
    Uint8Array.prototype.set.call(target, taken, to)
    return taken.length
  },
  slice(this: Buffer, start?: number, end?: number): Buffer {
    return over(Uint8Array.prototype.subarray.call(this, start, end))
  },
  subarray(this: Buffer, start?: number, end?: number): Buffer {
    return over(Uint8Array.prototype.subarray.call(this, start, end))
  },
  swap16(this: Buffer): Buffer {
    return swapped(this, 2)
  },
  swap32(this: Buffer): Buffer {
    return swapped(this, 4)
  },
  swap64(this: Buffer): Buffer {
    return swapped(this, 8)
  },
}

function swapped(bytes: Buffer, size: number): Buffer {
  if (bytes.length % size !== 0)
    throw coded(RangeError, 'ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${size * 8}-bits`)
  for (let at = 0; at < bytes.length; at += size)
    Uint8Array.prototype.reverse.call(Uint8Array.prototype.subarray.call(bytes, at, at + size))
  return bytes
}

/** Write as much of a text as fits in whole characters. */
function put(bytes: Buffer, text: string, offset: number, length: number, encoding: string): number {
  let data = bytesOf(text, encoding)
  if (data.length > length) {
    let cut = length
    if (encoding === 'utf8') while (cut > 0 && ((data[cut] ?? 0) & 0xc0) === 0x80) cut--
    if (encoding === 'utf16le') cut &= ~1
    data = data.subarray(0, cut)
  }
  Uint8Array.prototype.set.call(bytes, data, offset)
  return data.length
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function define(name: string, value: unknown): void {
  Object.defineProperty(FastBuffer.prototype, name, { value, writable: true, configurable: true, enumerable: true })
}

/** The readers and writers of whole numbers up to 32 bits and of floats, which a `DataView` knows under other names. */
for (const [type, size] of [
  ['Uint8', 1],
  ['Int8', 1],
  ['Uint16', 2],
  ['Int16', 2],
  ['Uint32', 4],
  ['Int32', 4],
  ['Float32', 4],
  ['Float64', 8],
  ['BigUint64', 8],
  ['BigInt64', 8],
] as const) {
  for (const little of size === 1 ? [undefined] : [true, false]) {
    const name = type
      .replace('Float32', 'Float')
      .replace('Float64', 'Double')
      .replace('Big', 'Big')
      .replace('Uint', 'UInt')
    const end = little === undefined ? '' : little ? 'LE' : 'BE'
    const whole = !type.startsWith('Float') && !type.startsWith('Big')
    const bits = size * 8
    const signed = type.startsWith('Int') || type === 'BigInt64'
    const read = function (this: Buffer, offset: unknown = 0): number | bigint {
      checkOffset(offset, this.length, size)
      return view(this)[`get${type}`](offset, little)
    }
    const write = function (this: Buffer, given: unknown, offset: unknown = 0): number {
      if (type.startsWith('Big')) checkBig(given as bigint, signed)
      const value = type.startsWith('Big') ? given : Number(given)
      if (whole)
        checkRange(
          value as number,
          signed ? -(2 ** (bits - 1)) : 0,
          signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1,
          size,
          signed,
        )
      checkOffset(offset, this.length, size)
      const target = view(this)
      ;(target[`set${type}`] as (at: number, value: unknown, little?: boolean) => void).call(
        target,
        offset,
        value,
        little,
      )
      return offset + size
    }
    for (const spelled of name.includes('UInt') ? [name, name.replace('UInt', 'Uint')] : [name]) {
      define(`read${spelled}${end}`, named(read, `read${name}${end}`))
      define(`write${spelled}${end}`, named(write, `write${name}${end}`))
    }
  }
}

function named(call: object, name: string): object {
  return Object.defineProperty(call, 'name', { value: name, configurable: true })
}

function checkRange(value: number, min: number, max: number, size: number, signed: boolean): void {
  if (value > max || value < min) {
    const range =
      size > 4
        ? signed
          ? `>= -(2 ** ${size * 8 - 1}) and < 2 ** ${size * 8 - 1}`
          : `>= 0 and < 2 ** ${size * 8}`
        : `>= ${min} and <= ${max}`
    throw outOfRange('value', range, value)
  }
}

function checkBig(value: bigint, signed: boolean): void {
  const min = signed ? -(2n ** 63n) : 0n
  const max = signed ? 2n ** 63n - 1n : 2n ** 64n - 1n
  if (typeof value !== 'bigint') throw new TypeError(`Cannot mix BigInt and other types, use explicit conversions`)
  if (value > max || value < min)
    throw outOfRange('value', signed ? '>= -(2n ** 63n) and < 2n ** 63n' : '>= 0n and < 2n ** 64n', value)
}

/** The readers and writers of one to six bytes. */
for (const little of [true, false]) {
  for (const signed of [true, false]) {
    const name = `${signed ? 'Int' : 'UInt'}${little ? 'LE' : 'BE'}`
    const read = function (this: Buffer, offset: unknown, length: unknown): number {
      if (offset === undefined) throw invalidArgType('offset', 'number', offset)
      checkByteLength(length)
      checkOffset(offset, this.length, length)
      let value = 0
      for (let at = 0; at < length; at++) value = value * 256 + (this[offset + (little ? length - 1 - at : at)] ?? 0)
      return signed && value >= 2 ** (length * 8 - 1) ? value - 2 ** (length * 8) : value
    }
    const write = function (this: Buffer, given: unknown, offset: unknown, length: unknown): number {
      const value = Number(given)
      checkByteLength(length)
      const bits = length * 8
      checkRange(value, signed ? -(2 ** (bits - 1)) : 0, signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1, length, signed)
      if (offset === undefined) throw invalidArgType('offset', 'number', offset)
      checkOffset(offset, this.length, length)
      let left = Math.trunc(value) < 0 ? Math.trunc(value) + 2 ** bits : Math.trunc(value) || 0
      for (let at = 0; at < length; at++) {
        this[offset + (little ? at : length - 1 - at)] = left % 256
        left = Math.floor(left / 256)
      }
      return offset + length
    }
    for (const spelled of signed ? [name] : [name, name.replace('UInt', 'Uint')]) {
      define(`read${spelled}`, named(read, `read${name}`))
      define(`write${spelled}`, named(write, `write${name}`))
    }
  }
}

function checkByteLength(length: unknown): asserts length is number {
  if (length === undefined || typeof length !== 'number') throw invalidArgType('byteLength', 'number', length)
  if (!Number.isInteger(length)) throw outOfRange('byteLength', 'an integer', length)
  if (length < 1 || length > 6) throw outOfRange('byteLength', '>= 1 and <= 6', length)
}

for (const [name, value] of Object.entries(methods)) define(name, value)
for (const encoding of ['utf8', 'latin1', 'ascii', 'hex', 'base64', 'base64url', 'ucs2', 'utf16le']) {
  const name = names[encoding] ?? encoding
  define(`${encoding}Slice`, function (this: Buffer, start?: unknown, end?: unknown) {
    return this.toString(name, start, end)
  })
  define(`${encoding}Write`, function (this: Buffer, text: string, offset?: number, length?: number) {
    return this.write(text, offset ?? 0, length, name)
  })
}
define('inspect', shown)
Object.defineProperty(FastBuffer.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value: shown,
  configurable: true,
  writable: true,
})
Object.defineProperty(FastBuffer.prototype, 'parent', { get: () => undefined, enumerable: true })
Object.defineProperty(FastBuffer.prototype, 'offset', {
  get(this: Uint8Array) {
    return this.byteOffset
  },
  enumerable: true,
})
Object.defineProperty(FastBuffer.prototype, 'constructor', { value: Buffer, writable: true, configurable: true })
Buffer.prototype = FastBuffer.prototype as unknown as Buffer
Object.defineProperty(Buffer, 'name', { value: 'Buffer', configurable: true })
Object.setPrototypeOf(Buffer, Uint8Array)

/** How many bytes `util.inspect` shows; the module's own setting. */
const settings = { shownBytes: 50 }

function shown(
  this: Buffer,
  _depth?: unknown,
  options?: object,
  inspect?: (value: object, options: object) => string,
): string {
  const most = settings.shownBytes
  const bytes = textOf(this.subarray(0, most), 'hex').replaceAll(/(..)(?=.)/g, '$1 ')
  const left = this.length - most
  let text = left > 0 ? `${bytes} ... ${left} more byte${left > 1 ? 's' : ''}` : bytes
  if (options !== undefined && inspect !== undefined) {
    const extra = Object.keys(this).filter((key) => !/^\d+$/.test(key))
    if (extra.length > 0) {
      const fields = Object.fromEntries(extra.map((key) => [key, (this as unknown as Record<string, unknown>)[key]]))
      const inner = inspect(Object.assign(Object.create(null) as object, fields), {
        ...options,
        breakLength: Infinity,
        compact: true,
      })
      text += `${text === '' ? '' : ', '}${inner.slice('[Object: null prototype] { '.length, -2)}`
    }
  }
  return `<Buffer ${text}>`
}

/** `node:buffer`. */
export const bufferModule = {
  Buffer,
  SlowBuffer: (size: number): Buffer => Buffer.alloc(size),
  kMaxLength: maxLength,
  kStringMaxLength: maxStringLength,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: maxStringLength },
  atob: (text: unknown): string => globalThis.atob(text as string),
  btoa: (text: unknown): string => globalThis.btoa(text as string),
  isUtf8(input: unknown): boolean {
    const bytes = plainBytes(input)
    return Buffer.from(textOf(bytes, 'utf8')).equals(bytes)
  },
  isAscii: (input: unknown): boolean => plainBytes(input).every((byte) => byte < 128),
  transcode(source: unknown, from: string, to: string): Buffer {
    if (!isBytes(source)) throw invalidArgType('source', ['Buffer', 'Uint8Array'], source)
    const [by, into] = [encodingOf(from), encodingOf(to)]
    const known = ['utf8', 'utf16le', 'latin1', 'ascii']
    if (by === undefined || into === undefined || !known.includes(by) || !known.includes(into))
      throw Object.assign(new Error('Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]'), {
        code: 'U_ILLEGAL_ARGUMENT_ERROR',
        errno: 1,
      })
    const text = textOf(source, by)
    const most = into === 'ascii' ? 127 : into === 'latin1' ? 255 : 0x10ffff
    return Buffer.from(Array.from(text, (char) => ((char.codePointAt(0) ?? 0) > most ? '?' : char)).join(''), into)
  },
  get INSPECT_MAX_BYTES(): number {
    return settings.shownBytes
  },
  set INSPECT_MAX_BYTES(count: unknown) {
    checkNumber(count, 'INSPECT_MAX_BYTES', 0)
    settings.shownBytes = count
  },
}

function plainBytes(input: unknown): Uint8Array {
  if (isArrayBuffer(input)) return new Uint8Array(input)
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  throw invalidArgType('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input)
}
