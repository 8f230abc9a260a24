import type * as web from '../parts/web-streams.ts'
import { Buffer } from './buffer.ts'
import { isArrayBuffer, isBytes, maxLength } from './buffer-base.ts'
import { encodingOf } from './buffer-encodings.ts'
import { settings } from './buffer-shown.ts'
import { invalidArgType } from './errors.ts'
import { textOf } from './host.ts'
import { resolveObjectURL } from './object-urls.ts'
import { partIfLoaded } from './part.ts'
import { checkNumber } from './validate.ts'

const maxStringLength = 536870888

/** `node:buffer`. */
export const bufferModule = {
  Buffer,
  // They come with the programs that name them; all names of the module are read for each that imports it.
  get Blob() {
    return partIfLoaded<typeof web>('web-streams.js')?.blobs.Blob
  },
  get File() {
    return partIfLoaded<typeof web>('web-streams.js')?.blobs.File
  },
  SlowBuffer: (size: number): Buffer => Buffer.alloc(size),
  kMaxLength: maxLength,
  kStringMaxLength: maxStringLength,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: maxStringLength },
  atob: (text: unknown): string => globalThis.atob(text as string),
  resolveObjectURL,
  btoa: (text: unknown): string => globalThis.btoa(text as string),
  isUtf8(input: unknown): boolean {
    const bytes = plainBytes(input)
    return Buffer.from(textOf(bytes, 'utf8')).equals(bytes)
  },
  isAscii: (input: unknown): boolean => plainBytes(input).every((byte) => byte < 128),
  transcode(source: unknown, from: string, to: string): Buffer {
    if (!isBytes(source)) throw invalidArgType('source', ['Buffer', 'Uint8Array'], source)
    const [by, into] = [encodingOf(from), encodingOf(to)]
    const known = ['utf8', 'utf16le', 'latin1', 'ascii']
    if (by === undefined || into === undefined || !known.includes(by) || !known.includes(into))
      throw Object.assign(new Error('Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]'), {
        code: 'U_ILLEGAL_ARGUMENT_ERROR',
        errno: 1,
      })
    const text = textOf(source, by)
    const most = into === 'ascii' ? 127 : into === 'latin1' ? 255 : 0x10ffff
    return Buffer.from(Array.from(text, (char) => ((char.codePointAt(0) ?? 0) > most ? '?' : char)).join(''), into)
  },
  get INSPECT_MAX_BYTES(): number {
    return settings.shownBytes
  },
  set INSPECT_MAX_BYTES(count: unknown) {
    checkNumber(count, 'INSPECT_MAX_BYTES', 0)
    settings.shownBytes = count
  },
}

function plainBytes(input: unknown): Uint8Array {
  if (isArrayBuffer(input)) return new Uint8Array(input)
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  throw invalidArgType('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input)
}
