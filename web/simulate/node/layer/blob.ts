import { ReadableStream } from 'web-streams-polyfill'
import { Buffer } from './buffer.ts'
import { coded, invalidArgType, invalidArgValue } from './errors.ts'
import { inspect } from './inspect.ts'

interface BlobOptions {
  readonly type?: unknown
  readonly endings?: unknown
}

const contents = new WeakMap<object, Uint8Array>()

function bytesOf(part: unknown, endings: unknown): Uint8Array {
  const held = typeof part === 'object' && part !== null ? contents.get(part) : undefined
  if (held !== undefined) return held
  if (part instanceof ArrayBuffer) return new Uint8Array(part.slice(0))
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice()
  const text = String(part)
  return Buffer.from(endings === 'native' ? text.replaceAll(/\r\n?/g, '\n') : text)
}

/** A place in so many bytes as `slice` reads it: from the end where it is below zero. */
function within(at: number, size: number): number {
  return at < 0 ? Math.max(size + at, 0) : Math.min(at, size)
}

/** Bytes that do not change, with a type. */
class Blob {
  readonly #type: string

  constructor(sources: unknown = [], options: BlobOptions = {}) {
    if (typeof sources !== 'object' || sources === null || !(Symbol.iterator in sources))
      throw invalidArgType('sources', 'a sequence', sources)
    if (options !== null && typeof options !== 'object' && typeof options !== 'function')
      throw invalidArgType('options', 'a dictionary', options)
    const { type = '', endings = 'transparent' } = options ?? {}
    if (!['transparent', 'native'].includes(String(endings))) throw invalidArgValue('options.endings', endings)
    contents.set(this, Buffer.concat(Array.from(sources as Iterable<unknown>, (part) => bytesOf(part, endings))))
    const said = String(type as string)
    this.#type = /[^\u0020-\u007e]/.test(said) ? '' : said.toLowerCase()
  }

  get #bytes(): Uint8Array {
    return contents.get(this) ?? new Uint8Array()
  }

  get size(): number {
    return this.#bytes.length
  }

  get type(): string {
    return this.#type
  }

  slice(from = 0, to = this.size, type: unknown = ''): Blob {
    const [start, end] = [within(from, this.size), within(to, this.size)]
    return new Blob([this.#bytes.subarray(start, Math.max(start, end))], { type })
  }

  async arrayBuffer(): Promise<ArrayBufferLike> {
    return new Uint8Array(this.#bytes).buffer
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(this.#bytes)
  }

  async text(): Promise<string> {
    return Buffer.from(this.#bytes).toString('utf8')
  }

  stream(): ReadableStream<unknown> {
    const bytes = new Uint8Array(this.#bytes)
    return new ReadableStream({
      type: 'bytes',
      start(controller) {
        if (bytes.length > 0) controller.enqueue(bytes)
        controller.close()
      },
    })
  }

  get [Symbol.toStringTag](): string {
    return 'Blob'
  }

  [inspect.custom](depth: number, options: object): string {
    return depth < 0 ? '[Blob]' : `Blob ${inspect({ size: this.size, type: this.type }, { ...options, depth })}`
  }
}

/** A blob with a name. */
class File extends Blob {
  readonly #name: string
  readonly #lastModified: number

  constructor(
    ...args: [sources?: unknown, name?: unknown, options?: BlobOptions & { readonly lastModified?: unknown }]
  ) {
    const [sources, name, options = {}] = args
    if (args.length < 2)
      throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "fileBits" and "fileName" arguments must be specified')
    super(sources, options)
    this.#name = String(name)
    this.#lastModified = options.lastModified === undefined ? Date.now() : Math.trunc(Number(options.lastModified)) || 0
  }

  get name(): string {
    return this.#name
  }

  get lastModified(): number {
    return this.#lastModified
  }

  override get [Symbol.toStringTag](): string {
    return 'File'
  }

  override [inspect.custom](depth: number, options: object): string {
    const { size, type, name, lastModified } = this
    return depth < 0 ? '[File]' : `File ${inspect({ size, type, name, lastModified }, { ...options, depth })}`
  }
}

/** Both are globals, and of `node:buffer` too. */
export const blobs = { Blob, File }
