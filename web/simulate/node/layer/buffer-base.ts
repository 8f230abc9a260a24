import { coded } from './errors.ts'
import { bytesOf } from './host.ts'
import { format } from './inspect.ts'
import { checkNumber } from './validate.ts'

/** The maximum number of bytes in one buffer. */
export const maxLength = 2 ** 32

/** The class of buffers. The function `Buffer` creates its instances. */
export class FastBuffer extends Uint8Array {}

/** The type of a buffer in other sandbox modules. */
export interface Buffer extends Uint8Array<ArrayBuffer> {
  toString(encoding?: unknown, start?: unknown, end?: unknown): string
  toLocaleString(): string
  toJSON(): object
  equals(other: unknown): boolean
  compare(target: unknown, ...bounds: [unknown?, unknown?, unknown?, unknown?]): number
  copy(target: unknown, targetStart?: unknown, start?: unknown, end?: unknown): number
  write(text: unknown, ...rest: [unknown?, unknown?, unknown?]): number
}

/** A new zero-filled buffer of `size` bytes. */
export function make(size: number): Buffer {
  return new FastBuffer(size) as unknown as Buffer
}

/** A buffer that shares the memory of `bytes`. */
export function over(bytes: Uint8Array): Buffer {
  return new FastBuffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength) as unknown as Buffer
}

/** Whether a value is a `Uint8Array`, including buffers. */
export function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array
}

/** Whether a value is an `ArrayBuffer` or a `SharedArrayBuffer`. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && value instanceof SharedArrayBuffer)
}

/** Throw Node's error if a value is not a valid buffer size in bytes. */
export function checkSize(size: unknown): asserts size is number {
  checkNumber(size, 'size', 0, maxLength)
}

/** Compare two byte sequences. Returns -1, 0 or 1. */
export function order(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
  return Math.sign(a.length - b.length)
}

/** The canonical name for each spelling of an encoding. */
const encodingNames: Readonly<Record<string, string>> = {
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

/** The canonical name of an encoding; undefined if it is unknown. */
export function encodingOf(name: unknown): string | undefined {
  const known = encodingNames[String(name).toLowerCase()]
  return typeof name === 'string' && Object.hasOwn(encodingNames, name.toLowerCase()) ? known : undefined
}

/**
 * The canonical name of an encoding. Default: UTF-8.
 * @throws `ERR_UNKNOWN_ENCODING`
 */
export function knownEncoding(name: unknown): string {
  if (name === undefined || name === null || name === '') return 'utf8'
  const encoding = encodingOf(name)
  if (encoding === undefined) throw unknownEncoding(name)
  return encoding
}

/** Create the error `ERR_UNKNOWN_ENCODING`, which the caller throws. */
export function unknownEncoding(name: unknown): Error {
  return coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${format('%s', name)}`)
}

/** The number of bytes of an encoded string, estimated like Node without decoding it. */
export function byteLengthOf(text: string, encoding: string): number {
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
