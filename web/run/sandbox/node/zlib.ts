import { deflateSync, gunzipSync, gzipSync, inflateSync, unzlibSync, zlibSync } from 'fflate'
import { Buffer } from './buffer.ts'
import { coded, invalidArgType, outOfRange } from './errors.ts'
import { Transform } from './stream.ts'
import { setImmediate } from './timers.ts'
import { checkFunction } from './validate.ts'

type Options = Readonly<Record<string, unknown>>
type Work = (data: Uint8Array, options: Options) => Uint8Array

function bytesFor(data: unknown): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  throw invalidArgType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], data)
}

function levelOf(options: Options): { level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 } {
  const level = options.level ?? -1
  if (typeof level !== 'number') throw invalidArgType('options.level', 'number', level)
  if (!(level >= -1 && level <= 9)) throw outOfRange('options.level', '>= -1 and <= 9', level)
  return { level: (level === -1 ? 6 : level) as 6 }
}

/** Errors as zlib numbers and words them. */
function zlibError(data: Uint8Array, kind: 'gzip' | 'zlib' | 'raw', error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  const cut = /unexpected EOF/i.test(message)
  const wrongHead =
    kind !== 'raw' &&
    !(kind === 'gzip'
      ? data[0] === 31 && data[1] === 139
      : ((data[0] ?? 0) & 15) === 8 && (((data[0] ?? 0) << 8) | (data[1] ?? 0)) % 31 === 0)
  const [code, errno, text] =
    data.length < 2 || (cut && !wrongHead)
      ? ['Z_BUF_ERROR', -5, 'unexpected end of file']
      : [
          'Z_DATA_ERROR',
          -3,
          wrongHead
            ? 'incorrect header check'
            : /block type/.test(message)
              ? 'invalid block type'
              : /distance/.test(message)
                ? 'invalid distance too far back'
                : 'invalid stored block lengths',
        ]
  return Object.assign(new Error(text), { errno, code })
}

const unpacked =
  (kind: 'gzip' | 'zlib' | 'raw', work: (data: Uint8Array) => Uint8Array): Work =>
  (data, options) => {
    const least = { gzip: 18, zlib: 8, raw: 1 }[kind]
    let made: Uint8Array
    try {
      if (data.length < least && zlibError(data, kind, '').message !== 'incorrect header check')
        throw new Error('unexpected EOF')
      made = work(data)
    } catch (error) {
      throw zlibError(data, kind, error)
    }
    const most = options.maxOutputLength
    if (typeof most === 'number' && made.length > most)
      throw coded(RangeError, 'ERR_BUFFER_TOO_LARGE', `Cannot create a Buffer larger than ${most} bytes`)
    return made
  }

const gunzip = unpacked('gzip', (data) => gunzipSync(data))
const inflate = unpacked('zlib', (data) => unzlibSync(data))
const works: Readonly<Record<string, Work>> = {
  deflate: (data, options) => zlibSync(data, levelOf(options)),
  inflate,
  // The header's time is zero, and its system the one that Node writes.
  gzip: (data, options) => {
    const made = gzipSync(data, { ...levelOf(options), mtime: 0 })
    made[9] = 3
    made[8] = 0
    return made
  },
  gunzip,
  deflateRaw: (data, options) => deflateSync(data, levelOf(options)),
  inflateRaw: unpacked('raw', (data) => inflateSync(data)),
  unzip: (data, options) => (data[0] === 31 && data[1] === 139 ? gunzip(data, options) : inflate(data, options)),
}

/** A stream that works at its end, on all of what it was given. */
class Packing extends Transform {
  readonly #parts: Uint8Array[] = []
  readonly #work: Work
  readonly #options: Options
  bytesWritten = 0

  constructor(work: Work, options: Options = {}) {
    super(options)
    if ('level' in options) levelOf(options)
    this.#work = work
    this.#options = options
  }

  override _transform(chunk: unknown, _encoding: string, done: (error?: Error | null) => void): void {
    const bytes = bytesFor(chunk)
    this.bytesWritten += bytes.length
    this.#parts.push(bytes)
    done()
  }

  override _flush(done: (error?: Error | null) => void): void {
    try {
      const data = Buffer.concat(this.#parts)
      if (
        data.length > 0 ||
        this.#work === works.gzip ||
        this.#work === works.deflate ||
        this.#work === works.deflateRaw
      )
        this.push(Buffer.from(this.#work(data, this.#options)))
    } catch (error) {
      return done(error as Error)
    }
    done()
  }

  close(done?: () => void): void {
    if (done !== undefined) this.once('close', done)
    this.destroy()
  }
}

const table = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

function crc32(data: unknown, start = 0): number {
  let value = ~start
  for (const byte of bytesFor(data)) value = (value >>> 8) ^ (table[(value ^ byte) & 255] ?? 0)
  return ~value >>> 0
}

const codes = {
  Z_OK: 0,
  Z_STREAM_END: 1,
  Z_NEED_DICT: 2,
  Z_ERRNO: -1,
  Z_STREAM_ERROR: -2,
  Z_DATA_ERROR: -3,
  Z_MEM_ERROR: -4,
  Z_BUF_ERROR: -5,
  Z_VERSION_ERROR: -6,
}
const constants = {
  Z_NO_FLUSH: 0,
  Z_PARTIAL_FLUSH: 1,
  Z_SYNC_FLUSH: 2,
  Z_FULL_FLUSH: 3,
  Z_FINISH: 4,
  Z_BLOCK: 5,
  ...codes,
  Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1,
  Z_BEST_COMPRESSION: 9,
  Z_DEFAULT_COMPRESSION: -1,
  Z_FILTERED: 1,
  Z_HUFFMAN_ONLY: 2,
  Z_RLE: 3,
  Z_FIXED: 4,
  Z_DEFAULT_STRATEGY: 0,
  ZLIB_VERNUM: 4880,
  DEFLATE: 1,
  INFLATE: 2,
  GZIP: 3,
  GUNZIP: 4,
  DEFLATERAW: 5,
  INFLATERAW: 6,
  UNZIP: 7,
  Z_MIN_WINDOWBITS: 8,
  Z_MAX_WINDOWBITS: 15,
  Z_DEFAULT_WINDOWBITS: 15,
  Z_MIN_CHUNK: 64,
  Z_MAX_CHUNK: Infinity,
  Z_DEFAULT_CHUNK: 16384,
  Z_MIN_MEMLEVEL: 1,
  Z_MAX_MEMLEVEL: 9,
  Z_DEFAULT_MEMLEVEL: 8,
  Z_MIN_LEVEL: -1,
  Z_MAX_LEVEL: 9,
  Z_DEFAULT_LEVEL: -1,
}

/** `node:zlib` without Brotli. */
export const zlib: Record<string, unknown> = {
  crc32,
  constants: Object.freeze(Object.assign(Object.create(null) as object, constants)),
  codes: Object.freeze({
    ...codes,
    ...Object.fromEntries(Object.entries(codes).map(([name, number]) => [number, name])),
  }),
}
for (const [name, work] of Object.entries(works)) {
  const kind = name.charAt(0).toUpperCase() + name.slice(1)
  const sync = (data: unknown, options?: Options): Buffer => Buffer.from(work(bytesFor(data), options ?? {}))
  const Stream = class extends Packing {
    constructor(options?: Options) {
      super(work, options)
    }
  }
  Object.defineProperty(Stream, 'name', { value: kind })
  zlib[kind] = Stream
  zlib[`create${kind}`] = (options?: Options) => new Stream(options)
  zlib[`${name}Sync`] = Object.defineProperty(sync, 'name', { value: `${name}Sync` })
  zlib[name] = (data: unknown, ...rest: unknown[]): void => {
    const done = rest.pop()
    checkFunction(done, 'callback')
    const bytes = bytesFor(data)
    setImmediate(() => {
      let made: Buffer
      try {
        made = sync(bytes, rest[0] as Options | undefined)
      } catch (error) {
        return done(error)
      }
      done(null, made)
    })
  }
}
for (const name of [
  'brotliCompress',
  'brotliDecompress',
  'brotliCompressSync',
  'brotliDecompressSync',
  'createBrotliCompress',
  'createBrotliDecompress',
]) {
  zlib[name] = () => {
    throw coded(Error, 'ERR_NOT_SIMULATED', `The simulation has no Brotli (zlib.${name}); run for real`)
  }
}
