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
