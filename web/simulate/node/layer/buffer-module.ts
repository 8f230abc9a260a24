import { withAbsent } from './absent.ts'
import { Buffer } from './buffer.ts'
import { maxLength } from './buffer-base.ts'

const maxStringLength = 536870888

/** `node:buffer`. */
export const bufferModule = withAbsent('buffer', {
  Buffer,
  kMaxLength: maxLength,
  kStringMaxLength: maxStringLength,
  constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: maxStringLength },
  atob: (text: unknown): string => globalThis.atob(text as string),
  btoa: (text: unknown): string => globalThis.btoa(text as string),
})
