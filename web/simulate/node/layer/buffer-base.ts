import { checkNumber } from './validate.ts'

/** The bytes that one buffer may hold. */
export const maxLength = 2 ** 32

/** The class of buffers, behind the function that makes them. */
export class FastBuffer extends Uint8Array {}

/** A buffer as the other modules of the sandbox use it. */
export interface Buffer extends Uint8Array<ArrayBuffer> {
  toString(encoding?: unknown, start?: unknown, end?: unknown): string
  toLocaleString(): string
  toJSON(): object
  equals(other: unknown): boolean
  compare(target: unknown, ...bounds: [unknown?, unknown?, unknown?, unknown?]): number
  copy(target: unknown, targetStart?: unknown, start?: unknown, end?: unknown): number
  write(text: unknown, ...rest: [unknown?, unknown?, unknown?]): number
}

/** A new buffer of so many bytes, all zero. */
export function make(size: number): Buffer {
  return new FastBuffer(size) as unknown as Buffer
}

/** A buffer on the same memory. */
export function over(bytes: Uint8Array): Buffer {
  return new FastBuffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength) as unknown as Buffer
}

/** Whether something is bytes, buffer or not. */
export function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array
}

/** Whether something is memory that a buffer can use, shared or not. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && value instanceof SharedArrayBuffer)
}

/** Throws as Node does where something is not a size of a buffer in bytes. */
export function checkSize(size: unknown): asserts size is number {
  checkNumber(size, 'size', 0, maxLength)
}

/** Compares two byte sequences. */
export function order(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
  return Math.sign(a.length - b.length)
}
