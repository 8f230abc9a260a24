import { Buffer } from './buffer.ts'
import { EmitterClass } from './events.ts'
import { ReadStream, WriteStream } from './fs-streams.ts'
import { sync } from './fs-sync.ts'
import { readline } from './readline.ts'

/** What an operation gives has no prototype. */
const plain = (fields: object): object => ({ __proto__: null, ...fields })

type Options = Readonly<Record<string, unknown>>

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

  async readv(buffers: readonly Uint8Array[], position?: number): Promise<object> {
    await Promise.resolve()
    return plain({ bytesRead: sync.readvSync(this.#open, buffers, position), buffers })
  }

  async writev(buffers: readonly Uint8Array[], position?: number): Promise<object> {
    await Promise.resolve()
    return plain({ bytesWritten: sync.writevSync(this.#open, buffers, position), buffers })
  }

  async readFile(options?: unknown): Promise<unknown> {
    await Promise.resolve()
    return sync.readFileSync(this.#open, options)
  }

  async writeFile(data: unknown, options?: unknown): Promise<void> {
    await Promise.resolve()
    sync.writeFileSync(this.#open, data, options)
  }

  appendFile(data: unknown, options?: unknown): Promise<void> {
    return this.writeFile(data, options)
  }

  async stat(options?: unknown): Promise<unknown> {
    await Promise.resolve()
    return sync.fstatSync(this.#open, options)
  }

  async truncate(length?: unknown): Promise<void> {
    await Promise.resolve()
    sync.ftruncateSync(this.#open, length ?? 0)
  }

  async chmod(mode: unknown): Promise<void> {
    await Promise.resolve()
    sync.fchmodSync(this.#open, mode)
  }

  async chown(): Promise<void> {
    await Promise.resolve()
    sync.fchownSync(this.#open)
  }

  async utimes(atime: unknown, mtime: unknown): Promise<void> {
    await Promise.resolve()
    sync.futimesSync(this.#open, atime, mtime)
  }

  async sync(): Promise<void> {
    await Promise.resolve()
    sync.fsyncSync(this.#open)
  }

  async datasync(): Promise<void> {
    await Promise.resolve()
    sync.fdatasyncSync(this.#open)
  }

  createReadStream(options: Options = {}): ReadStream {
    return new ReadStream('', { ...options, fd: this.#fd })
  }

  createWriteStream(options: Options = {}): WriteStream {
    return new WriteStream('', { ...options, fd: this.#fd })
  }

  readLines(options: Options = {}): AsyncIterable<string> {
    return readline.createInterface({
      input: this.createReadStream(options),
      crlfDelay: Infinity,
    })
  }

  [Symbol.for('Symbol.asyncDispose')](): Promise<void> {
    return this.close()
  }
}
