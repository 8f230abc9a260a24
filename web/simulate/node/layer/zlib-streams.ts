import { Buffer } from './buffer.ts'
import { process } from './process.ts'
import { Transform } from './stream.ts'
import { nextTick } from './ticks.ts'
import { setImmediate } from './timers.ts'
import { bytesOf, ranged, settingsOf } from './zlib-options.ts'
import type { Mode } from './zlib-options.ts'
import { allAtOnce, begin, finish, takeMade } from './zlib-packing.ts'
import type { State } from './zlib-packing.ts'

/** Options as a caller gives them. */
export type Options = Readonly<Record<string, unknown>>
type Done = (error?: Error | null, data?: unknown) => void

/** So many bytes are packed in one turn: a stream that is closed meanwhile stops. */
const slice = 65536

/** What each stream works with; one that was closed has nothing. */
const states = new WeakMap<object, State>()

/** A stream of zlib, as far as the module itself uses it. */
export interface Packing {
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

/** A class of streams that pack or unpack. */
export type Stream = new (options?: unknown) => Packing

/** A class that may be called without `new`, and by those that extend it the old way. */
export function classFor(mode: Mode): Stream {
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

/** What a stream without listeners makes of `data`; nothing if it was closed. */
export function packedAtOnce(engine: Packing, data: Uint8Array): Buffer | undefined {
  const state = states.get(engine)
  if (state === undefined) return undefined
  const buffer = Buffer.concat(allAtOnce(state, data))
  engine.bytesWritten = data.length
  return buffer
}
