import { Buffer } from './buffer.ts'
import { closeSync, openSync, readBytes, writeBytes } from './fs-descriptors.ts'
import { optionsOf, pathOf } from './fs-paths.ts'
import { Readable, Writable } from './stream.ts'
import { setImmediate } from './timers.ts'
import { checkInteger } from './validate.ts'

type Options = Readonly<Record<string, unknown>>
type Done = (error?: Error | null) => void

/** The members that read streams and write streams share. */
interface FileStream {
  path: unknown
  fd: number | null
  flags: unknown
  mode?: unknown
  readonly pending: boolean
  emit(name: string, ...details: unknown[]): boolean
  close(done?: () => void): void
}

const shared: ThisType<FileStream & InstanceType<typeof Readable>> = {
  _construct(done: Done): void {
    if (this.fd !== null) return done()
    attempt(() => {
      this.fd = openSync(this.path, this.flags, this.mode)
      this.emit('open', this.fd)
      this.emit('ready')
    }, done)
  },
  _destroy(error: Error | null, done: Done): void {
    attempt(
      () => {
        if (this.fd !== null && this.fd > 2) closeSync(this.fd)
        this.fd = null
      },
      (failure) => done(error ?? failure),
    )
  },
  close(done?: () => void): void {
    if (done !== undefined) this.once('close', done)
    if (this instanceof WriteStream) this.end()
    else this.destroy()
  },
  get pending(): boolean {
    return this.fd === null
  },
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

  override _write(chunk: unknown, _encoding: string, done: Done): void {
    attempt(() => {
      const bytes = chunk as Uint8Array
      writeBytes(this.fd ?? 1, bytes, this.#at)
      this.bytesWritten += bytes.length
      if (this.#at !== null) this.#at += bytes.length
    }, done)
  }
}
for (const { prototype } of [ReadStream, WriteStream])
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(shared))
