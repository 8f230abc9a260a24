import { notSimulated } from './absent.ts'
import { Buffer } from './buffer.ts'
import { invalidArgType, outOfRange } from './errors.ts'

/** The maximum length of a Buffer in Node 20, in bytes. */
const longest = 2 ** 53 - 1

/** The range and default of each setting, in Node's order. */
const ranges = {
  windowBits: [8, 15, 15],
  level: [-1, 9, -1],
  memLevel: [1, 9, 8],
  strategy: [0, 4, 0],
  chunkSize: [64, Infinity, 16384],
  flush: [0, 5, 0],
  finishFlush: [0, 5, 4],
  maxOutputLength: [1, longest, longest],
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

/** Check the options of a stream. With a window size of 0, decompression reads the size from the data. */
export function settingsOf(mode: string, unpacks: boolean, options: Readonly<Record<string, unknown>> = {}): Settings {
  const numbers = Object.entries(ranges).map(([name, range]) => {
    const isOpen = name === 'windowBits' && unpacks && options[name] === 0
    const limits = mode === 'Gzip' && name === 'windowBits' ? ([9, 15, 15] as const) : range
    return [name, ranged(isOpen ? undefined : options[name], `options.${name}`, limits)]
  })
  for (const name of ['dictionary', 'info'])
    if (options[name]) throw notSimulated(`zlib option ${name}`, 'the simulation only compresses and decompresses')
  return Object.fromEntries(numbers) as Settings
}

/** The data to compress or decompress, as bytes. */
export function bytesOf(data: unknown): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  throw invalidArgType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], data)
}
