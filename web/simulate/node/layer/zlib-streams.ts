import { Deflate, Inflate } from 'pako'
import type { Z_FlushMode, Z_Strategy } from 'pako'
import { withAbsent } from './absent.ts'
import { Buffer } from './buffer.ts'
import { Transform } from './stream.ts'
import { setImmediate } from './timers.ts'
import { bytesOf, codes, settingsOf } from './zlib-options.ts'
import type { Settings } from './zlib-options.ts'

/** The operation of a zlib stream, by Node's name. */
export type Mode = 'Deflate' | 'Inflate' | 'Gzip' | 'Gunzip' | 'DeflateRaw' | 'InflateRaw' | 'Unzip'

/** Options as the caller passed them. */
export type Options = Readonly<Record<string, unknown>>
type Done = (error?: Error | null, data?: unknown) => void
type Engine = Deflate | Inflate

/** The `windowBits` values of zlib for the formats that it can decompress. */
const formats: Partial<Record<Mode, number>> = { Inflate: 15, InflateRaw: -15, Gunzip: 31, Unzip: 47 }

/** Start to compress or decompress. `made` receives the output. */
function engineFor(mode: Mode, settings: Settings, made: (bytes: Uint8Array) => void): Engine {
  const { level, memLevel, strategy, chunkSize } = settings
  const shared = { chunkSize, raw: mode.endsWith('Raw') }
  const format = formats[mode]
  // zlib cannot write a raw stream with a window of 8 bits.
  const windowBits = format ?? Math.max(9, settings.windowBits)
  const packing = { level, memLevel, strategy: strategy as Z_Strategy, gzip: mode === 'Gzip' }
  const engine =
    format === undefined ? new Deflate({ ...shared, ...packing, windowBits }) : new Inflate({ ...shared, windowBits })
  engine.onData = made
  return engine
}

/** Pass bytes to an engine. @throws Node's error, with its code and number, if the engine refuses them. */
function push(engine: Engine, bytes: Uint8Array, flush: number): void {
  engine.push(bytes, flush as Z_FlushMode)
  const { err, msg } = engine
  if (err === codes.Z_OK) return
  const [code = 'Z_ERRNO'] = Object.entries(codes).find(([, number]) => number === err) ?? []
  const words: Record<number, string> = {
    [codes.Z_BUF_ERROR]: 'unexpected end of file',
    [codes.Z_NEED_DICT]: 'Missing dictionary',
  }
  throw Object.assign(new Error(words[err] ?? msg), { errno: err, code })
}

/** Compress or decompress all data in one turn. */
export function packedAtOnce(mode: Mode, data: unknown, options: Options | undefined): Buffer {
  const settings = settingsOf(mode, mode in formats, options)
  const parts: Uint8Array[] = []
  const engine = engineFor(mode, settings, (bytes) => void parts.push(bytes))
  push(engine, bytesOf(data), settings.finishFlush)
  return Buffer.concat(parts)
}

/** The number of bytes to compress or decompress per turn. A stream that is closed between turns stops. */
const slice = 65536

/** The base of all zlib streams. */
export class ZlibStream extends Transform {
  bytesWritten = 0
  readonly #mode: Mode
  readonly #settings: Settings
  #engine: Engine

  constructor(mode: Mode, options: Options | undefined) {
    const settings = settingsOf(mode, mode in formats, options)
    const { encoding: _encoding, objectMode: _mode, writableObjectMode: _written, ...rest } = options ?? {}
    super({ autoDestroy: true, ...rest })
    this.#mode = mode
    this.#settings = settings
    this.#engine = this.#begin()
  }

  #begin(): Engine {
    return engineFor(this.#mode, this.#settings, (bytes) => void this.push(Buffer.from(bytes)))
  }

  override _transform(chunk: unknown, _encoding: string, done: Done): void {
    const bytes = bytesOf(chunk)
    this.bytesWritten += bytes.length
    const isNextMember = this.#mode === 'Gunzip' || this.#mode === 'Unzip'
    if (isNextMember && (this.#engine as Inflate).ended && bytes[0]) this.#engine = this.#begin()
    const { flush } = this.#settings
    const step = (at: number): void => {
      if (this.destroyed) return
      const isLast = at + slice >= bytes.length
      const next: Done = (error) => void (error || isLast ? done(error) : setImmediate(step, at + slice))
      this.#push(bytes.subarray(at, at + slice), isLast ? flush : 0, next)
    }
    step(0)
  }

  override _flush(done: Done): void {
    if (this.bytesWritten === 0 && this.#mode in formats) done()
    else this.#push(new Uint8Array(), this.#settings.finishFlush, done)
  }

  #push(bytes: Uint8Array, flush: number, done: Done): void {
    try {
      push(this.#engine, bytes, flush)
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
withAbsent('zlib.prototype', ZlibStream.prototype)
