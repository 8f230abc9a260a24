import { Buffer } from './buffer.ts'
import { invalidArgType, outOfRange } from './errors.ts'

/** What a stream of zlib does, by Node's name of it. */
export type Mode = 'Deflate' | 'Inflate' | 'Gzip' | 'Gunzip' | 'DeflateRaw' | 'InflateRaw' | 'Unzip'

/** The settings of one stream, checked. */
export interface Settings {
  readonly level: number
  readonly strategy: number
  readonly finishFlush: number
  readonly chunkSize: number
  readonly most: number
  readonly dictionary: Uint8Array | undefined
}

type Given = Readonly<Record<string, unknown>>

/** The longest Buffer of Node 20. */
const longest = 2 ** 53 - 1

function isGiven(value: unknown, name: string): value is number {
  if (value === undefined || Number.isNaN(value)) return false
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value)
  if (!Number.isFinite(value)) throw outOfRange(name, 'a finite number', value)
  return true
}

/** A number within its range, or the usual one where none is given. */
export function ranged(value: unknown, name: string, low: number, high: number, usual: number): number {
  if (!isGiven(value, name)) return usual
  if (value < low || value > high) throw outOfRange(name, `>= ${low} and <= ${high}`, value)
  return value
}

/** Check what a stream was made with, in Node's order. */
export function settingsOf(mode: Mode, options: Given | undefined): Settings {
  const given = options ?? {}
  const unpacks = mode === 'Inflate' || mode === 'Gunzip' || mode === 'Unzip'
  if (!unpacks || (given.windowBits ?? 0) !== 0)
    ranged(given.windowBits ?? undefined, 'options.windowBits', mode === 'Gzip' ? 9 : 8, 15, 15)
  const level = ranged(given.level, 'options.level', -1, 9, -1)
  ranged(given.memLevel, 'options.memLevel', 1, 9, 8)
  const strategy = ranged(given.strategy, 'options.strategy', 0, 4, 0)
  const dictionary = dictionaryOf(given.dictionary)
  const hasSize = isGiven(given.chunkSize, 'options.chunkSize')
  const chunkSize = hasSize ? Number(given.chunkSize) : 16384
  if (chunkSize < 64) throw outOfRange('options.chunkSize', '>= 64', chunkSize)
  ranged(given.flush, 'options.flush', 0, 5, 0)
  const finishFlush = ranged(given.finishFlush, 'options.finishFlush', 0, 5, 4)
  const most = ranged(given.maxOutputLength, 'options.maxOutputLength', 1, longest, longest)
  return { level, strategy, finishFlush, chunkSize, most, dictionary }
}

function dictionaryOf(given: unknown): Uint8Array | undefined {
  if (given === undefined) return undefined
  if (!ArrayBuffer.isView(given) && !(given instanceof ArrayBuffer))
    throw invalidArgType('options.dictionary', ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], given)
  return bytesOf(given)
}

/** What is to be packed or unpacked, as bytes. */
export function bytesOf(data: unknown): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  throw invalidArgType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], data)
}
