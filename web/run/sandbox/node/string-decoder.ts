import { Buffer, encodingOf, unknownEncoding } from './buffer.ts'
import { invalidArgType } from './errors.ts'

/** How many bytes of a text's end are the beginning of a character that is not whole yet. */
function unfinished(bytes: Uint8Array, encoding: string): number {
  const size = bytes.length
  if (encoding === 'base64' || encoding === 'base64url') return size % 3
  if (encoding === 'utf16le') {
    const odd = size % 2
    const high = bytes[size - odd - 1] ?? 0
    return size - odd >= 2 && high >= 0xd8 && high <= 0xdb ? odd + 2 : odd
  }
  for (let back = 1; back <= Math.min(3, size); back++) {
    const byte = bytes[size - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needs =
      byte >= 0xf0 && byte <= 0xf4 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 1
    if (needs <= back) return 0
    return isBeginning(bytes.subarray(size - back), needs) ? back : 0
  }
  return 0
}

/** Whether the bytes can still become a character: the second byte is bounded by the first. */
function isBeginning(bytes: Uint8Array, needs: number): boolean {
  const [first = 0, second] = bytes
  if (second === undefined) return true
  if (needs === 3) return !(first === 0xe0 && second < 0xa0) && !(first === 0xed && second > 0x9f)
  return !(first === 0xf0 && second < 0x90) && !(first === 0xf4 && second > 0x8f)
}

/** `node:string_decoder`: text from chunks of bytes, which may end within a character. */
class Decoder {
  readonly encoding: string
  #held = Buffer.alloc(0)

  constructor(name?: unknown) {
    const encoding = name === undefined || name === null || name === '' ? 'utf8' : encodingOf(name)
    if (encoding === undefined) throw unknownEncoding(name)
    this.encoding = encoding
  }

  get lastNeed(): number {
    return this.#held.length === 0 ? 0 : this.lastTotal - this.#held.length
  }

  get lastTotal(): number {
    const [first = 0] = this.#held
    if (this.#held.length === 0) return 0
    if (this.encoding.startsWith('base64')) return 3
    if (this.encoding === 'utf16le') return this.#held.length < 2 ? 2 : 4
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  }

  get lastChar(): Buffer {
    return this.#held
  }

  write(chunk: unknown): string {
    if (typeof chunk === 'string') return chunk
    if (!ArrayBuffer.isView(chunk)) throw invalidArgType('buf', ['Buffer', 'TypedArray', 'DataView'], chunk)
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (['hex', 'latin1', 'ascii'].includes(this.encoding)) return bytes.toString(this.encoding)
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    const whole = all.length - unfinished(all, this.encoding)
    this.#held = Buffer.from(all.subarray(whole))
    return all.toString(this.encoding, 0, whole)
  }

  end(chunk?: unknown): string {
    const text = chunk === undefined ? '' : this.write(chunk)
    const held = this.#held
    this.#held = Buffer.alloc(0)
    return text + held.toString(this.encoding)
  }

  text(chunk: Uint8Array, offset: number): string {
    this.#held = Buffer.alloc(0)
    return this.write(chunk.subarray(offset))
  }
}

export const StringDecoder = Decoder
Object.defineProperty(StringDecoder, 'name', { value: 'StringDecoder' })
