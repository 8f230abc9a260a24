import { Buffer, encodingOf, unknownEncoding } from './buffer.ts'
import { invalidArgType } from './errors.ts'

/** The number of bytes at the end of `bytes` that are the start of an incomplete character. */
function unfinished(bytes: Uint8Array, encoding: string): number {
  const size = bytes.length
  if (encoding.startsWith('base64')) return size % 3
  if (encoding === 'utf16le') {
    const high = bytes[size - 1] ?? 0
    return size % 2 === 0 && high >= 0xd8 && high <= 0xdb ? 2 : size % 2
  }
  for (let back = 1; back <= Math.min(3, size); back++) {
    const byte = bytes[size - back] ?? 0
    if ((byte & 0xc0) !== 0x80) return sizeOf(byte) > back ? back : 0
  }
  return 0
}

/** The number of bytes in a UTF-8 character, from its first byte. */
function sizeOf(first: number): number {
  if ((first & 0xf8) === 0xf0) return 4
  return (first & 0xf0) === 0xe0 ? 3 : (first & 0xe0) === 0xc0 ? 2 : 1
}

const plain = ['hex', 'latin1', 'ascii']

interface Decoder {
  encoding: string
  write(chunk: unknown): string
  end(chunk?: unknown): string
}

/** The incomplete character of each decoder. */
const held = new WeakMap<object, Buffer>()
const none = Buffer.alloc(0)
const heldOf = (decoder: object): Buffer => held.get(decoder) ?? none

/** `string_decoder.StringDecoder`, which decodes chunks of bytes that can end within a character. `new` is optional. */
export const StringDecoder = function StringDecoder(this: Decoder, name?: unknown) {
  const encoding = name === undefined || name === null || name === '' ? 'utf8' : encodingOf(name)
  if (encoding === undefined) throw unknownEncoding(name)
  this.encoding = encoding
} as unknown as new (name?: unknown) => Decoder

const methods: Decoder = {
  encoding: 'utf8',
  write(chunk: unknown): string {
    if (typeof chunk === 'string') return chunk
    if (!ArrayBuffer.isView(chunk)) throw invalidArgType('buf', ['Buffer', 'TypedArray', 'DataView'], chunk)
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (plain.includes(this.encoding)) return bytes.toString(this.encoding)
    const waiting = heldOf(this)
    const all = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
    // Wait for the complete second unit of a UTF-16 surrogate pair.
    const isHalf = this.encoding === 'utf16le' && waiting.length > 1 && all.length < 4
    const whole = isHalf ? 0 : all.length - unfinished(all, this.encoding)
    held.set(this, Buffer.from(all.subarray(whole)))
    return all.toString(this.encoding, 0, whole)
  },
  end(chunk?: unknown): string {
    const text = chunk === undefined ? '' : this.write(chunk)
    const rest = heldOf(this)
    held.delete(this)
    return text + rest.toString(this.encoding)
  },
}
const { encoding: _, ...properties } = Object.getOwnPropertyDescriptors(methods)
Object.defineProperties(StringDecoder.prototype, properties)
