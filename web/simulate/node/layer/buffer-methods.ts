import { encodingOf, isBytes, knownEncoding, maxLength, order, over, unknownEncoding } from './buffer-base.ts'
import type { Buffer } from './buffer-base.ts'
import { coded, invalidArgType, invalidArgValue, outOfRange } from './errors.ts'
import { bytesOf, textOf } from './host.ts'
import { checkInteger, checkNumber } from './validate.ts'

/** A position as an integer within the buffer. */
function within(value: unknown, usual: number, length: number): number {
  if (value === undefined) return usual
  const number = Math.trunc(Number(value)) || 0
  return Math.min(length, Math.max(0, number))
}

const { indexOf, lastIndexOf } = Uint8Array.prototype

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

/**
 * The index of a number, string or bytes in a buffer, searching forward or backward from a position; -1 if not found.
 */
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
    return forward ? indexOf.call(bytes, value, at) : at < 0 ? -1 : lastIndexOf.call(bytes, value, at)
  for (let here = at; forward ? here <= bytes.length - size : here >= 0; here += forward ? 1 : -1) {
    // The engine's search for the first byte is much faster than a loop.
    here = (forward ? indexOf : lastIndexOf).call(bytes, value[0] ?? 0, here)
    if (here < 0 || here > bytes.length - size) return -1
    if (step === 2 && here % 2 !== 0) continue
    let same = 1
    while (same < size && bytes[here + same] === value[same]) same++
    if (same === size) return here
  }
  return -1
}

/** The methods of a buffer, except for reading and writing numbers. */
export const methods = {
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
}

/** Write as many whole characters of a string as fit. */
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
