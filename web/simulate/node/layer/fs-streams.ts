import { Buffer } from './buffer.ts'
import { closeSync, openSync, readBytes, writeBytes } from './fs-descriptors.ts'
import { pathOf } from './fs-paths.ts'
import { optionsOf } from './fs-options.ts'
import { Readable, Writable } from './stream.ts'
import { setImmediate } from './timers.ts'
import { checkInteger } from './validate.ts'

type Options = Readonly<Record<string, unknown>>
type Done = (error?: Error | null) => void

/** The fields that opening and closing use, in read streams and write streams. */
interface FileStream {
  path: unknown
  fd: number | null
  flags: unknown
  mode?: unknown
  emit(name: string, ...details: unknown[]): boolean
}

function openFile(stream: FileStream, done: Done): void {
  if (stream.fd !== null) return done()
  attempt(() => {
    stream.fd = openSync(stream.path, stream.flags, stream.mode)
    stream.emit('open', stream.fd)
    stream.emit('ready')
  }, done)
}

function closeFile(stream: FileStream, error: unknown, done: Done): void {
  attempt(
    () => {
      if (stream.fd !== null && stream.fd > 2) closeSync(stream.fd)
      stream.fd = null
    },
    (failure) => done((error as Error | null) ?? failure),
  )
}

function attempt(action: () => void, done: Done): void {
  try {
    action()
  } catch (error) {
    return done(error as Error)
  }
  done()
}

/** `fs.ReadStream`. */
export class ReadStream extends Readable {
  path: unknown
  fd: number | null
  flags: unknown
  bytesRead = 0
  readonly #end: number
  #at: number | null

  constructor(path: unknown, options?: unknown) {
    const given: Options = { highWaterMark: 65536, ...optionsOf(options) }
    if (given.fd === undefined || given.fd === null) pathOf(path)
    super({ ...given, autoDestroy: given.autoClose !== false })
    if (given.start !== undefined) checkInteger(given.start, 'start', 0)
    if (given.end !== undefined && given.end !== Infinity) checkInteger(given.end, 'end', 0)
    this.path = path
    this.flags = given.flags ?? 'r'
    this.fd = (given.fd as number | undefined) ?? null
    this.#at = (given.start as number | undefined) ?? null
    this.#end = (given.end as number | undefined) ?? Infinity
  }

  override _construct(done: Done): void {
    openFile(this, done)
  }

  /** Read in a separate turn, as from a disk, so that readers receive the chunks one by one. */
  override _read(size: number): void {
    setImmediate(() => this.#readNow(size))
  }

  #readNow(size: number): void {
    if (this.fd === null) return
    try {
      const left = this.#end - (this.#at ?? this.bytesRead) + 1
      const bytes = left <= 0 ? new Uint8Array() : readBytes(this.fd ?? 0, Math.min(size, left), this.#at)
      if (this.#at !== null) this.#at += bytes.length
      this.bytesRead += bytes.length
      this.push(bytes.length === 0 ? null : Buffer.from(bytes))
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  override _destroy(error: Error | null, done: Done): void {
    closeFile(this, error, done)
  }

  close(done?: () => void): void {
    if (done !== undefined) this.once('close', done)
    this.destroy()
  }

  get pending(): boolean {
    return this.fd === null
  }
}

/** `fs.WriteStream`. */
export class WriteStream extends Writable {
  path: unknown
  fd: number | null
  flags: unknown
  mode: unknown
  bytesWritten = 0
  #at: number | null

  constructor(path: unknown, options?: unknown) {
    const given = optionsOf(options)
    if (given.fd === undefined || given.fd === null) pathOf(path)
    super({
      ...given,
      decodeStrings: true,
      autoDestroy: given.autoClose !== false,
      ...(given.encoding === undefined ? {} : { defaultEncoding: given.encoding as BufferEncoding }),
    })
    if (given.start !== undefined) checkInteger(given.start, 'start', 0)
    this.path = path
    this.flags = given.flags ?? 'w'
    this.mode = given.mode ?? 0o666
    this.fd = (given.fd as number | undefined) ?? null
    this.#at = (given.start as number | undefined) ?? null
  }

  override _construct(done: Done): void {
    openFile(this, done)
  }

  override _write(chunk: unknown, _encoding: string, done: Done): void {
    attempt(() => {
      const bytes = chunk as Uint8Array
      writeBytes(this.fd ?? 1, bytes, this.#at)
      this.bytesWritten += bytes.length
      if (this.#at !== null) this.#at += bytes.length
    }, done)
  }

  override _destroy(error: unknown, done: Done): void {
    closeFile(this, error, done)
  }

  close(done?: () => void): void {
    if (done !== undefined) this.once('close', done)
    this.end()
  }

  get pending(): boolean {
    return this.fd === null
  }
}
