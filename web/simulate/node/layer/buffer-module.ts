import { withAbsent } from './absent.ts'
import { Buffer } from './buffer.ts'
import { isArrayBuffer, maxLength } from './buffer-base.ts'
import { invalidArgType } from './errors.ts'
import { textOf } from './host.ts'

const maxStringLength = 536870888

/** `node:buffer`. */
export const bufferModule = withAbsent('buffer', {
  Buffer,
  SlowBuffer: (size: number): Buffer => Buffer.alloc(size),
  kMaxLength: maxLength,
  kStringMaxLength: maxStringLength,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: maxStringLength },
  atob: (text: unknown): string => globalThis.atob(text as string),
  btoa: (text: unknown): string => globalThis.btoa(text as string),
  isUtf8(input: unknown): boolean {
    const bytes = plainBytes(input)
    return Buffer.from(textOf(bytes, 'utf8')).equals(bytes)
  },
  isAscii: (input: unknown): boolean => plainBytes(input).every((byte) => byte < 128),
})

function plainBytes(input: unknown): Uint8Array {
  if (isArrayBuffer(input)) return new Uint8Array(input)
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  throw invalidArgType('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input)
}
