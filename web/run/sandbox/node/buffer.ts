import { asBuffer, host, hostBytes } from './host.ts'

type Encoding = 'utf8' | 'utf-8' | 'hex' | 'base64' | 'base64url' | 'latin1' | 'binary' | 'ascii' | 'utf16le' | 'ucs2'

/** The part of Node's Buffer that tools use. */
export class Buffer extends Uint8Array {
  static override from(value: unknown, encoding?: unknown): Buffer {
    if (typeof value === 'string') return wrap(encode(value, (encoding ?? 'utf8') as Encoding))
    if (value instanceof ArrayBuffer) return wrap(new Uint8Array(value))
    if (ArrayBuffer.isView(value)) return wrap(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice())
    return wrap(Uint8Array.from(value as ArrayLike<number>))
  }

  static alloc(size: number, fill: number | string = 0): Buffer {
    const made = new Buffer(size)
    if (typeof fill === 'number') made.fill(fill)
    else if (fill !== '') for (let at = 0; at < size; at++) made[at] = fill.charCodeAt(at % fill.length)
    return made
  }

  static allocUnsafe(size: number): Buffer {
    return new Buffer(size)
  }

  static concat(parts: readonly Uint8Array[]): Buffer {
    const joined = new Buffer(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      joined.set(part, at)
      at += part.length
    }
    return joined
  }

  static isBuffer(value: unknown): value is Buffer {
    return value instanceof Buffer
  }

  static byteLength(value: string | Uint8Array, encoding: Encoding = 'utf8'): number {
    return typeof value === 'string' ? encode(value, encoding).length : value.length
  }

  static compare(a: Uint8Array, b: Uint8Array): number {
    const length = Math.min(a.length, b.length)
    for (let at = 0; at < length; at++) if (a[at] !== b[at]) return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
    return Math.sign(a.length - b.length)
  }

  override toString(encoding: Encoding = 'utf8', start = 0, end = this.length): string {
    return decode(this.subarray(start, end), encoding)
  }

  toJSON(): object {
    return { type: 'Buffer', data: Array.from(this) }
  }

  equals(other: Uint8Array): boolean {
    return Buffer.compare(this, other) === 0
  }

  write(text: string, offset = 0): number {
    const bytes = encode(text, 'utf8').subarray(0, this.length - offset)
    this.set(bytes, offset)
    return bytes.length
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const shown = Array.from(this.subarray(0, 50), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const more = this.length > 50 ? ` ... ${this.length - 50} more byte${this.length > 51 ? 's' : ''}` : ''
    return `<Buffer${shown === '' ? '' : ` ${shown}`}${more}>`
  }
}

function wrap(bytes: Uint8Array): Buffer {
  return new Buffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function encode(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'hex': {
      const pairs = /^(?:[0-9a-fA-F]{2})*/.exec(text)?.[0] ?? ''
      return Uint8Array.from({ length: pairs.length / 2 }, (_, at) =>
        Number.parseInt(pairs.slice(at * 2, at * 2 + 2), 16),
      )
    }
    case 'base64':
    case 'base64url':
      return fromBase64(text)
    case 'latin1':
    case 'binary':
    case 'ascii':
      return Uint8Array.from(text, (char) => char.charCodeAt(0) & 255)
    case 'utf16le':
    case 'ucs2':
      return new Uint8Array(Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).buffer)
    default:
      return hostBytes('encode', text)
  }
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case 'hex':
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    case 'base64':
      return toBase64(bytes)
    case 'base64url':
      return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    case 'latin1':
    case 'binary':
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    case 'ascii':
      return Array.from(bytes, (byte) => String.fromCharCode(byte & 127)).join('')
    case 'utf16le':
    case 'ucs2':
      return String(host('decode', asBuffer(bytes), 'utf-16le'))
    default:
      return String(host('decode', asBuffer(bytes)))
  }
}

function fromBase64(text: string): Uint8Array {
  const clean = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '')
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const char of clean) {
    held = (held << 6) | digits.indexOf(char)
    bits += 6
    if (bits >= 8) bytes.push((held >> (bits -= 8)) & 255)
  }
  return Uint8Array.from(bytes)
}

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += digits[three >> 18]
    text += digits[(three >> 12) & 63]
    text += left > 1 ? digits[(three >> 6) & 63] : '='
    text += left > 2 ? digits[three & 63] : '='
  }
  return text
}
