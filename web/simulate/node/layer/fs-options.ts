import { Buffer, encodingOf } from './buffer.ts'
import { invalidArgType, invalidArgValue } from './errors.ts'

/** Options as the caller passed them. */
export type Options = Readonly<Record<string, unknown>>

/** The options as an object. A string is the encoding. */
export function optionsOf(options: unknown, usual: Options = {}): Options {
  if (options === undefined || options === null || typeof options === 'function') return usual
  const given = typeof options === 'string' ? { encoding: options } : options
  if (typeof given !== 'object') throw invalidArgType('options', ['string', 'Object'], options)
  const { encoding } = given as Options
  if (encoding !== undefined && encoding !== null && encoding !== 'buffer' && encodingOf(encoding) === undefined)
    throw invalidArgValue('encoding', encoding, 'is invalid encoding')
  return { ...usual, ...given }
}

/** A string, encoded as the options require. */
export function encoded(text: string, encoding: unknown): unknown {
  if (encoding === 'buffer') return Buffer.from(text)
  return encoding === undefined || encoding === null || encoding === 'utf8'
    ? text
    : Buffer.from(text).toString(encoding)
}

/** Data to write, as bytes. */
export function bytesFor(data: unknown, encoding: unknown): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, encoding ?? 'utf8')
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  throw invalidArgType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data)
}

/** A time of a file, in seconds. */
export function seconds(time: unknown): number {
  if (time instanceof Date) return time.getTime() / 1000
  const number = Number(time)
  if ((typeof time !== 'number' && typeof time !== 'string') || Number.isNaN(number))
    throw invalidArgType('time', ['Date', 'Time in seconds'], time)
  return number
}
