import { Buffer } from './buffer.ts'
import { invalidArgType, outOfRange } from './errors.ts'
import { hostBytes } from './host.ts'
import { part } from './part.ts'
import { setImmediate } from './timers.ts'
import { types } from './util-types.ts'
import { checkFunction, checkNumber, illegalConstructor } from './validate.ts'

/** Random bytes. `size` is the number of bytes. */
export function random(size: number): Uint8Array {
  const made = new Uint8Array(size)
  for (let at = 0; at < size; at += 65536) made.set(hostBytes('random', Math.min(65536, size - at)), at)
  return made
}

/**
 * Return the result of `work`. With the callback `done`, pass the result to it in a later turn, and return undefined.
 * @throws Node's error if `done` is not a function
 */
export function answered<T>(done: unknown, work: () => T): T | undefined {
  if (done === undefined) return work()
  checkFunction(done, 'callback')
  const value = work()
  setImmediate(() => done(null, value))
  return undefined
}

/**
 * `crypto.randomInt`: a uniformly distributed random integer from `min` to below `max`. With a callback, returns
 * undefined.
 * @throws Node's error for an invalid range
 */
export function randomInt(...args: unknown[]): number | undefined {
  const done = typeof args.at(-1) === 'function' ? args.pop() : undefined
  const [min, max] = args.length < 2 ? [0, args[0]] : args
  if (!Number.isSafeInteger(min)) throw invalidArgType('min', 'a safe integer', min)
  if (!Number.isSafeInteger(max)) throw invalidArgType('max', 'a safe integer', max)
  const [low, high] = [min as number, max as number]
  if (high <= low) throw outOfRange('max', `greater than the value of "min" (${low})`, high)
  const range = high - low
  if (range > 2 ** 48 - 1) throw outOfRange(args.length < 2 ? 'max' : 'max - min', `<= ${2 ** 48 - 1}`, range)
  const limit = 2 ** 48 - (2 ** 48 % range)
  return answered(done, () => {
    for (;;) {
      const value = random(6).reduce((sum, byte) => sum * 256 + byte, 0)
      if (value < limit) return low + (value % range)
    }
  })
}

/**
 * Overwrite a buffer with random bytes.
 * @throws Node's error for a value that is not a buffer, or a range outside the buffer
 */
export function randomFillSync(buffer: unknown, offset = 0, size?: number): unknown {
  if (!ArrayBuffer.isView(buffer) && !(buffer instanceof ArrayBuffer))
    throw invalidArgType('buf', ['ArrayBuffer', 'ArrayBufferView'], buffer)
  const bytes = ArrayBuffer.isView(buffer)
    ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    : new Uint8Array(buffer)
  checkNumber(offset, 'offset', 0, bytes.length)
  const count = size ?? bytes.length - offset
  checkNumber(count, 'size', 0, bytes.length - offset)
  bytes.set(random(count), offset)
  return buffer
}

/** A version 4 UUID. */
export function randomUUID(options?: unknown): string {
  if (options !== undefined && (typeof options !== 'object' || options === null))
    throw invalidArgType('options', 'Object', options)
  const bytes = random(16)
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The class of `globalThis.crypto`. */
export class Crypto {
  constructor() {
    throw illegalConstructor()
  }

  getRandomValues(array: Uint8Array): Uint8Array {
    return getRandomValues(array)
  }

  randomUUID(): string {
    return randomUUID()
  }

  get subtle(): object {
    return part<{ readonly subtle: object }>('hashes.js', 'crypto').subtle
  }

  get [Symbol.toStringTag](): string {
    return 'Crypto'
  }
}

/** `globalThis.crypto`, the same object as `crypto.webcrypto`. */
export const webCrypto = Object.create(Crypto.prototype) as Crypto

/** `crypto.getRandomValues` of the Web Crypto API. */
export function getRandomValues(array: Uint8Array): Uint8Array {
  if (!types.isTypedArray(array) || types.isFloat32Array(array) || types.isFloat64Array(array))
    throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError')
  if (array.byteLength > 65536)
    throw new DOMException('The requested length exceeds 65,536 bytes', 'QuotaExceededError')
  return randomFillSync(array) as Uint8Array
}
