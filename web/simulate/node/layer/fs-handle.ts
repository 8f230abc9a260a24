import { Buffer } from './buffer.ts'
import { EmitterClass } from './events.ts'
import { ReadStream, WriteStream } from './fs-streams.ts'
import { sync } from './fs-sync.ts'
import { createInterface } from './readline.ts'

/** The result object of an operation, without a prototype. */
const plain = (fields: object): object => ({ __proto__: null, ...fields })

type Options = Readonly<Record<string, unknown>>

/** The methods of a file handle, each with the `fs` function that it calls. */
const calls = {
  appendFile: sync.writeFileSync,
  chmod: sync.fchmodSync,
  chown: sync.fchownSync,
  datasync: sync.fdatasyncSync,
  readFile: sync.readFileSync,
  stat: sync.fstatSync,
  sync: sync.fsyncSync,
  truncate: sync.ftruncateSync,
  utimes: sync.futimesSync,
  writeFile: sync.writeFileSync,
}

/** `FileHandle` of `fs/promises`. */
export class FileHandle extends EmitterClass {
  #fd: number

  constructor(fd: number) {
    super()
    this.#fd = fd
  }

  get fd(): number {
    return this.#fd
  }

  get #open(): number {
    if (this.#fd >= 0) return this.#fd
    throw Object.assign(new Error('file closed'), { code: 'EBADF', syscall: 'fsync' })
  }

  async close(): Promise<void> {
    await Promise.resolve()
    if (this.#fd < 0) return
    sync.closeSync(this.#fd)
    this.#fd = -1
    this.emit('close')
  }

  async read(buffer?: unknown, ...rest: [unknown?, unknown?, unknown?]): Promise<object> {
    await Promise.resolve()
    const options = (ArrayBuffer.isView(buffer) ? {} : (buffer ?? {})) as Options
    const target = ArrayBuffer.isView(buffer)
      ? buffer
      : ((options.buffer as Uint8Array | undefined) ?? Buffer.alloc(16384))
    const bytesRead = ArrayBuffer.isView(buffer)
      ? sync.readSync(this.#open, target, ...rest)
      : sync.readSync(this.#open, target, options.offset, options.length, options.position)
    return plain({ bytesRead, buffer: target })
  }

  async write(data: unknown, ...rest: [unknown?, unknown?, unknown?]): Promise<object> {
    await Promise.resolve()
    return plain({ bytesWritten: sync.writeSync(this.#open, data, ...rest), buffer: data })
  }

  createReadStream(options: Options = {}): ReadStream {
    return new ReadStream('', { ...options, fd: this.#fd })
  }

  createWriteStream(options: Options = {}): WriteStream {
    return new WriteStream('', { ...options, fd: this.#fd })
  }

  readLines(options: Options = {}): AsyncIterable<string> {
    return createInterface({
      input: this.createReadStream(options),
      crlfDelay: Infinity,
    })
  }

  static {
    for (const [name, call] of Object.entries(calls))
      Object.defineProperty(this.prototype, name, {
        async value(this: FileHandle, ...args: unknown[]) {
          await Promise.resolve()
          return (call as (fd: number, ...args: unknown[]) => unknown)(this.#open, ...args)
        },
        writable: true,
        configurable: true,
      })
  }
}
