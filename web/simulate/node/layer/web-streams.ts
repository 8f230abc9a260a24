import {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableByteStreamController,
  ReadableStream,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableStreamDefaultController,
  ReadableStreamDefaultReader,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
} from 'web-streams-polyfill'
import { TextDecoder } from './encoding.ts'
import { invalidArgValue } from './errors.ts'
import { bytesOf } from './host.ts'
import { part } from './part.ts'
import type { Transform } from './stream.ts'

interface Ends {
  readonly readable: ReadableStream<unknown>
  readonly writable: WritableStream<unknown>
}

/** A stream of the web that changes what goes through it; its two ends are all that a program sees. */
class Through {
  readonly #ends: Ends

  constructor(ends: Ends) {
    this.#ends = ends
  }

  get readable(): ReadableStream<unknown> {
    return this.#ends.readable
  }

  get writable(): WritableStream<unknown> {
    return this.#ends.writable
  }
}

class TextEncoderStream extends Through {
  constructor() {
    // A pair of surrogates may come in two pieces.
    let half = ''
    super(
      new TransformStream<unknown, unknown>({
        transform(chunk, controller) {
          const text = half + String(chunk)
          half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
          const whole = text.slice(0, text.length - half.length)
          if (whole !== '') controller.enqueue(bytesOf(whole, 'utf8'))
        },
        flush(controller) {
          if (half !== '') controller.enqueue(bytesOf('\ufffd', 'utf8'))
        },
      }),
    )
  }

  get encoding(): string {
    return 'utf-8'
  }
}

class TextDecoderStream extends Through {
  readonly #decoder: TextDecoder

  constructor(label: unknown = 'utf-8', options: unknown = {}) {
    const decoder = new TextDecoder(label, options)
    super(
      new TransformStream<unknown, unknown>({
        transform(chunk, controller) {
          const text = decoder.decode(chunk, { stream: true })
          if (text !== '') controller.enqueue(text)
        },
        flush(controller) {
          const text = decoder.decode()
          if (text !== '') controller.enqueue(text)
        },
      }),
    )
    this.#decoder = decoder
  }

  get encoding(): string {
    return this.#decoder.encoding
  }

  get fatal(): boolean {
    return this.#decoder.fatal
  }

  get ignoreBOM(): boolean {
    return this.#decoder.ignoreBOM
  }
}

const packers = {
  gzip: ['createGzip', 'createGunzip'],
  deflate: ['createDeflate', 'createInflate'],
  'deflate-raw': ['createDeflateRaw', 'createInflateRaw'],
} as const

type Packers = Readonly<Record<(typeof packers)[keyof typeof packers][number], () => InstanceType<typeof Transform>>>

/** What `node:zlib` does to a stream, between the two ends of one of the web. */
function packing(format: unknown, at: 0 | 1): Ends {
  if (typeof format !== 'string' || !Object.hasOwn(packers, format)) throw invalidArgValue('format', format)
  const { zlib } = part<{ readonly zlib: Packers }>('deflate.js', 'CompressionStream')
  const inner = zlib[packers[format as keyof typeof packers][at]]()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => (fail = reject))
  failed.catch(() => undefined)
  inner.on('error', (error: unknown) => fail(error))
  return new TransformStream<unknown, unknown>({
    start(controller) {
      inner.on('data', (chunk: Uint8Array) => controller.enqueue(new Uint8Array(chunk)))
    },
    transform: (chunk) => Promise.race([failed, new Promise<void>((done) => inner.write(chunk, () => done()))]),
    flush: () =>
      Promise.race([
        failed,
        new Promise<void>((done) => {
          inner.on('end', () => done())
          inner.end()
        }),
      ]),
  })
}

class CompressionStream extends Through {
  constructor(format?: unknown) {
    super(packing(format, 0))
  }
}

class DecompressionStream extends Through {
  constructor(format?: unknown) {
    super(packing(format, 1))
  }
}

/** `node:stream/web`: all of it are globals too. */
export const webStreams = {
  ReadableStream,
  ReadableStreamDefaultReader,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableByteStreamController,
  ReadableStreamDefaultController,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  TextEncoderStream,
  TextDecoderStream,
  CompressionStream,
  DecompressionStream,
}
