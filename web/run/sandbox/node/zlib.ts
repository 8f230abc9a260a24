import { Deflate, Gzip, Zlib } from 'fflate'
import { Buffer } from './buffer.ts'
import { coded } from './errors.ts'
import { process } from './process.ts'
import { Transform } from './stream.ts'
import { nextTick } from './ticks.ts'
import { setImmediate } from './timers.ts'
import { checkFunction } from './validate.ts'
import { codes, constants } from './zlib-constants.ts'
import { bytesOf, ranged, settingsOf } from './zlib-options.ts'
import type { Mode, Settings } from './zlib-options.ts'
import { crc32, unpack } from './zlib-unpack.ts'

type Options = Readonly<Record<string, unknown>>
type Done = (error?: Error | null, data?: unknown) => void

/** So many bytes are packed in one turn: a stream that is closed meanwhile stops. */
const slice = 65536

/** What packs piece by piece, and hands out what is made. */
interface Packer {
  push(data: Uint8Array, final: boolean): void
  flush(): void
}

function packerFor(mode: Mode, { level, dictionary }: Settings, made: (bytes: Uint8Array) => void): Packer | undefined {
  const Engine = { Deflate: Zlib, Gzip, DeflateRaw: Deflate }[mode as 'Deflate']
  if (Engine === undefined) return undefined
  const settings = { level: (level === -1 ? 6 : level) as 6, mem: 8 as const, ...(dictionary && { dictionary }) }
  const engine = new Engine({ ...settings, ...(mode === 'Gzip' && { mtime: 0 }) }, (bytes: Uint8Array) => made(bytes))
  return engine
}

/** What one stream works with; `undefined` after it was closed. */
interface State {
  readonly mode: Mode
  readonly settings: Settings
  packer: Packer | undefined
  /** What was made and not yet handed on. */
  made: Uint8Array[]
  /** What waits to be unpacked: that is done at the end, on all of it. */
  waiting: Uint8Array[]
  size: number
  isFirst: boolean
}

const states = new WeakMap<object, State>()

function begin(mode: Mode, settings: Settings): State {
  const state: State = { mode, settings, packer: undefined, made: [], waiting: [], size: 0, isFirst: true }
  state.packer = packerFor(mode, settings, (bytes) => {
    // The header's time is zero, and its system the one that Node writes.
    if (mode === 'Gzip' && state.isFirst && bytes.length > 9) [bytes[8], bytes[9]] = [0, 3]
    if (bytes.length > 0) state.isFirst = false
    state.made.push(bytes)
  })
  return state
}

/** What is made so far, in pieces as long as the stream was asked to make them. */
function takeMade(state: State): readonly Buffer[] {
  const all = Buffer.concat(state.made)
  state.made = []
  state.size += all.length
  if (state.size > state.settings.most)
    throw coded(RangeError, 'ERR_BUFFER_TOO_LARGE', `Cannot create a Buffer larger than ${state.settings.most} bytes`)
  const pieces: Buffer[] = []
  for (let at = 0; at < all.length; at += state.settings.chunkSize)
    pieces.push(all.subarray(at, at + state.settings.chunkSize) as Buffer)
  return pieces
}

function finish(state: State): void {
  const { packer, mode, settings } = state
  if (packer !== undefined) {
    packer.push(new Uint8Array(), true)
    return
  }
  const data = Buffer.concat(state.waiting)
  state.waiting = []
  state.made.push(unpack(mode, data, settings.dictionary, settings.finishFlush !== constants.Z_FINISH))
}

/** A stream of zlib, as far as the module itself uses it. */
interface Packing {
  bytesWritten: number
  _level: number
  _strategy: number
  writableFinished: boolean
  writableEnded: boolean
  destroyed: boolean
  push(chunk: unknown): boolean
  once(name: string, listener: (...args: never[]) => unknown): unknown
  on(name: string, listener: (...args: never[]) => unknown): unknown
  write(data: unknown, encoding: string, done?: unknown): boolean
  end(data: unknown): unknown
  destroy(error?: Error): unknown
}

/** Written by `flush`, so that it takes its turn after what was written before. */
const flushing = Buffer.alloc(0)

/** What all streams of zlib share. */
const methods = {
  _transform(this: Packing, chunk: unknown, _encoding: string, done: Done): void {
    const state = states.get(this)
    if (state === undefined) return
    const bytes = bytesOf(chunk)
    let at = 0
    const step = (): void => {
      if (this.destroyed) return
      try {
        // The library's own synchronized flush spoils what comes after many bytes: without it the last bits wait.
        if (chunk === flushing) state.packer?.flush()
        else if (state.packer === undefined) state.waiting.push(bytes)
        else if (bytes.length > 0) state.packer.push(bytes.subarray(at, at + slice), false)
        this.bytesWritten +=
          chunk === flushing ? 0 : state.packer === undefined ? bytes.length : Math.min(slice, bytes.length - at)
        for (const piece of takeMade(state)) this.push(piece)
      } catch (error) {
        return done(error as Error)
      }
      at += slice
      if (state.packer === undefined || at >= bytes.length) done()
      else setImmediate(step)
    }
    step()
  },
  _flush(this: Packing, done: Done): void {
    const state = states.get(this)
    if (state === undefined) return done()
    try {
      if (state.packer !== undefined || state.waiting.some((bytes) => bytes.length > 0)) finish(state)
      for (const piece of takeMade(state)) this.push(piece)
    } catch (error) {
      return done(error as Error)
    }
    done()
  },
  _destroy(this: Packing, error: unknown, done: Done): void {
    states.delete(this)
    done(error as Error)
  },
  _processChunk(this: Packing, chunk: Uint8Array, flag: number, done?: Done): Buffer | undefined {
    if (typeof done === 'function') {
      methods._transform.call(this, chunk, '', done)
      return undefined
    }
    const state = states.get(this)
    if (state === undefined) throw new Error('zlib binding closed')
    return Buffer.concat(allAtOnce({ ...state, settings: { ...state.settings, finishFlush: flag } }, chunk))
  },
  flush(this: Packing, ...args: unknown[]): void {
    const done = args.pop()
    if (this.writableFinished) {
      if (typeof done === 'function') nextTick(done)
    } else if (this.writableEnded) {
      if (typeof done === 'function') this.once('end', done as () => void)
    } else this.write(flushing, '', typeof done === 'function' ? done : undefined)
  },
  params(this: Packing, level: unknown, strategy: unknown, done?: unknown): void {
    const asked = ranged(level, 'level', -1, 9, -1)
    this._strategy = ranged(strategy, 'strategy', 0, 4, 0)
    if (asked === this._level) {
      if (typeof done === 'function') nextTick(done)
      return
    }
    this._level = asked
    methods.flush.call(this, done)
  },
  reset(this: Packing): void {
    const state = states.get(this)
    if (state === undefined) throw new Error('zlib binding closed')
    states.set(this, begin(state.mode, state.settings))
  },
  close(this: Packing, done?: () => void): void {
    if (done !== undefined && this.destroyed) nextTick(done)
    else if (done !== undefined) this.once('close', done)
    this.destroy()
  },
}

function allAtOnce(state: State, data: Uint8Array): readonly Buffer[] {
  if (state.packer === undefined) state.waiting.push(data)
  else if (data.length > 0) state.packer.push(data, false)
  finish(state)
  return takeMade(state)
}

function Base(this: Packing, mode: Mode, options: Options | undefined): void {
  const settings = settingsOf(mode, options)
  const { encoding: _encoding, objectMode: _mode, writableObjectMode: _written, ...rest } = options ?? {}
  Reflect.apply(Transform as unknown as () => void, this, [{ autoDestroy: true, ...rest }])
  Object.assign(this, { bytesWritten: 0, _level: settings.level, _strategy: settings.strategy })
  states.set(this, begin(mode, settings))
}
Base.prototype = Object.create(Transform.prototype, {
  ...Object.getOwnPropertyDescriptors(methods),
  constructor: { value: Base, writable: true, configurable: true },
  _closed: {
    configurable: true,
    get(this: object) {
      return !states.has(this)
    },
  },
  _handle: {
    configurable: true,
    get(this: object) {
      return states.has(this) ? {} : null
    },
  },
  bytesRead: {
    configurable: true,
    get(this: Packing) {
      reportBytesRead()
      return this.bytesWritten
    },
  },
}) as object

let reported = false
function reportBytesRead(): void {
  if (reported) return
  reported = true
  const text = 'zlib.bytesRead is deprecated and will change its meaning in the future. Use zlib.bytesWritten instead.'
  process.emitWarning(text, 'DeprecationWarning', 'DEP0108')
}

type Stream = new (options?: unknown) => Packing

/** A class that may be called without `new`, and by those that extend it the old way. */
function classFor(mode: Mode): Stream {
  const Made = function (this: unknown, options?: Options): unknown {
    if (!(this instanceof Made)) return new (Made as unknown as Stream)(options)
    Reflect.apply(Base, this, [mode, options])
    return this
  }
  Made.prototype = Object.create(Base.prototype as object, {
    constructor: { value: Made, writable: true, configurable: true },
  }) as object
  Object.setPrototypeOf(Made, Base)
  return Object.defineProperty(Made, 'name', { value: mode }) as unknown as Stream
}

function atOnce(Class: Stream, data: unknown, options: Options | undefined): unknown {
  const engine = new Class(options)
  const state = states.get(engine)
  const bytes = bytesOf(data)
  if (state === undefined) return undefined
  const buffer = Buffer.concat(allAtOnce(state, bytes))
  engine.bytesWritten = bytes.length
  return options?.info ? { buffer, engine } : buffer
}

function later(Class: Stream, data: unknown, options: Options | undefined, done: unknown): void {
  const engine = new Class(options)
  checkFunction(done, 'callback')
  const parts: Uint8Array[] = []
  engine.on('data', (chunk: Uint8Array) => parts.push(chunk))
  engine.on('error', (error: Error) => {
    done(error)
  })
  engine.on('end', () => {
    const buffer = Buffer.concat(parts)
    done(null, options?.info ? { buffer, engine } : buffer)
  })
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) engine.end(Buffer.from(bytesOf(data)))
  else engine.end(data)
}

/** `node:zlib` without Brotli. */
export const zlib: Record<string, unknown> = {
  crc32: (data: unknown, start?: number): number => crc32(bytesOf(data), start),
  constants: Object.freeze(Object.assign(Object.create(null) as object, constants)),
}
Object.defineProperty(zlib, 'codes', {
  enumerable: true,
  value: Object.freeze({
    ...codes,
    ...Object.fromEntries(Object.entries(codes).map(([name, number]) => [number, name])),
  }),
})
for (const mode of ['Deflate', 'Inflate', 'Gzip', 'Gunzip', 'DeflateRaw', 'InflateRaw', 'Unzip'] as const) {
  const Class = classFor(mode)
  const name = mode.charAt(0).toLowerCase() + mode.slice(1)
  const sync = (data: unknown, options?: Options): unknown => atOnce(Class, data, options)
  zlib[mode] = Class
  Object.defineProperty(zlib, `create${mode}`, { value: (options?: unknown) => new Class(options), enumerable: true })
  zlib[`${name}Sync`] = Object.defineProperty(sync, 'name', { value: `${name}Sync` })
  zlib[name] = (data: unknown, ...rest: unknown[]): void => {
    const [options, done] = typeof rest[0] === 'function' ? [{}, rest[0]] : rest
    later(Class, data, options as Options | undefined, done)
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
