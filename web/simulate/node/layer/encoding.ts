import { coded, invalidArgType } from './errors.ts'
import { asBuffer, bytesOf, hostText } from './host.ts'

/** `TextEncoder`. The host encodes the text. */
export class TextEncoder {
  get encoding(): string {
    return 'utf-8'
  }

  encode(text: unknown = ''): Uint8Array {
    return bytesOf(String(text), 'utf8')
  }
}

let decoders = 0

/** `TextDecoder`. The host decodes the bytes, and stores the incomplete bytes of a stream by the decoder's number. */
export class TextDecoder {
  readonly #id = ++decoders
  readonly #encoding: string
  readonly #fatal: boolean
  readonly #ignoreBom: boolean

  constructor(label: unknown = 'utf-8', options: unknown = {}) {
    if (options !== null && options !== undefined && typeof options !== 'object')
      throw invalidArgType('options', 'Object', options)
    const { fatal, ignoreBOM } = (options ?? {}) as { fatal?: unknown; ignoreBOM?: unknown }
    const encoding = hostText('encodingName', String(label))
    if (encoding === '')
      throw coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', `The "${String(label)}" encoding is not supported`)
    this.#encoding = encoding
    this.#fatal = Boolean(fatal)
    this.#ignoreBom = Boolean(ignoreBOM)
  }

  get encoding(): string {
    return this.#encoding
  }

  get fatal(): boolean {
    return this.#fatal
  }

  get ignoreBOM(): boolean {
    return this.#ignoreBom
  }

  decode(input: unknown = new Uint8Array(), options: { readonly stream?: boolean } = {}): string {
    const bytes =
      input instanceof ArrayBuffer
        ? new Uint8Array(input)
        : ArrayBuffer.isView(input)
          ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
          : undefined
    if (bytes === undefined)
      throw coded(
        TypeError,
        'ERR_INVALID_ARG_TYPE',
        'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.',
      )
    try {
      const streams = options.stream === true
      return hostText('decode', asBuffer(bytes), this.#id, this.#encoding, this.#fatal, this.#ignoreBom, streams)
    } catch {
      const text = `The encoded data was not valid for encoding ${this.#encoding}`
      throw coded(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', text)
    }
  }
}
for (const [name, kind] of Object.entries({ TextEncoder, TextDecoder }))
  Object.defineProperty(kind.prototype, Symbol.toStringTag, { value: name, configurable: true })
