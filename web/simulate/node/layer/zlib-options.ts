import * as pako from 'pako'
import { notSimulated } from './absent.ts'
import { Buffer } from './buffer.ts'
import { invalidArgType, outOfRange } from './errors.ts'

/** The range and default of each setting, in Node's order. */
const ranges = {
  windowBits: [8, 15, 15],
  level: [-1, 9, -1],
  memLevel: [1, 9, 8],
  strategy: [0, 4, 0],
  chunkSize: [64, Infinity, 16384],
  flush: [0, 5, 0],
  finishFlush: [0, 5, 4],
} as const

/** The validated settings of one stream. */
export type Settings = Readonly<Record<keyof typeof ranges, number>>

function ranged(value: unknown, name: string, [low, high, usual]: readonly [number, number, number]): number {
  if (value === undefined || value === null || Number.isNaN(value)) return usual
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value)
  if (!Number.isFinite(value)) throw outOfRange(name, 'a finite number', value)
  if (value < low || value > high)
    throw outOfRange(name, high === Infinity ? `>= ${low}` : `>= ${low} and <= ${high}`, value)
  return value
}

/**
 * Check the options of a stream. With a window size of 0, decompression reads the size from the data.
 * @throws Node's error for an invalid value, or `ERR_NOT_SIMULATED` for an option that is not simulated
 */
export function settingsOf(mode: string, unpacks: boolean, options: Readonly<Record<string, unknown>> = {}): Settings {
  const numbers = Object.entries(ranges).map(([name, range]) => {
    const isOpen = name === 'windowBits' && unpacks && options[name] === 0
    const limits = mode === 'Gzip' && name === 'windowBits' ? ([9, 15, 15] as const) : range
    return [name, ranged(isOpen ? undefined : options[name], `options.${name}`, limits)]
  })
  for (const name of ['dictionary', 'info', 'maxOutputLength'])
    if (options[name]) throw notSimulated(`zlib option ${name}`, 'the simulation only compresses and decompresses')
  return Object.fromEntries(numbers) as Settings
}

/**
 * The data to compress or decompress, as bytes.
 * @throws Node's error for a value that is not a string or bytes
 */
export function bytesOf(data: unknown): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  throw invalidArgType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], data)
}

/** The result codes of zlib. */
export const codes = {
  Z_OK: pako.Z_OK,
  Z_STREAM_END: pako.Z_STREAM_END,
  Z_NEED_DICT: pako.Z_NEED_DICT,
  Z_ERRNO: pako.Z_ERRNO,
  Z_STREAM_ERROR: pako.Z_STREAM_ERROR,
  Z_DATA_ERROR: pako.Z_DATA_ERROR,
  Z_MEM_ERROR: pako.Z_MEM_ERROR,
  Z_BUF_ERROR: pako.Z_BUF_ERROR,
  Z_VERSION_ERROR: -6,
}

const { Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_BLOCK } = pako
const { Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED, Z_DEFAULT_STRATEGY } = pako

/** `zlib.constants` without the Brotli constants. */
export const constants = {
  ...{ Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_BLOCK },
  ...codes,
  ...{ Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1 },
  ...{ Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED, Z_DEFAULT_STRATEGY },
  ZLIB_VERNUM: 4880,
  ...{ DEFLATE: 1, INFLATE: 2, GZIP: 3, GUNZIP: 4, DEFLATERAW: 5, INFLATERAW: 6, UNZIP: 7 },
  ...{ Z_MIN_WINDOWBITS: 8, Z_MAX_WINDOWBITS: 15, Z_DEFAULT_WINDOWBITS: 15 },
  ...{ Z_MIN_CHUNK: 64, Z_MAX_CHUNK: Infinity, Z_DEFAULT_CHUNK: 16384 },
  ...{ Z_MIN_MEMLEVEL: 1, Z_MAX_MEMLEVEL: 9, Z_DEFAULT_MEMLEVEL: 8 },
  ...{ Z_MIN_LEVEL: -1, Z_MAX_LEVEL: 9, Z_DEFAULT_LEVEL: -1 },
}
