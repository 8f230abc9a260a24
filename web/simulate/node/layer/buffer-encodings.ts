import { coded } from './errors.ts'
import { bytesOf } from './host.ts'
import { format } from './inspect.ts'

/** The canonical name for each spelling of an encoding. */
const encodingNames: Readonly<Record<string, string>> = {
  utf8: 'utf8',
  'utf-8': 'utf8',
  hex: 'hex',
  base64: 'base64',
  base64url: 'base64url',
  latin1: 'latin1',
  binary: 'latin1',
  ascii: 'ascii',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
  utf16le: 'utf16le',
  'utf-16le': 'utf16le',
}

/** The canonical name of an encoding; undefined if it is unknown. */
export function encodingOf(name: unknown): string | undefined {
  const known = encodingNames[String(name).toLowerCase()]
  return typeof name === 'string' && Object.hasOwn(encodingNames, name.toLowerCase()) ? known : undefined
}

/** The canonical encoding of a call. Default: UTF-8. */
export function knownEncoding(name: unknown): string {
  if (name === undefined || name === null || name === '') return 'utf8'
  const encoding = encodingOf(name)
  if (encoding === undefined) throw unknownEncoding(name)
  return encoding
}

/** Create the error `ERR_UNKNOWN_ENCODING`, which the caller throws. */
export function unknownEncoding(name: unknown): Error {
  return coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${format('%s', name)}`)
}

/** The number of bytes of an encoded string, estimated like Node without decoding it. */
export function byteLengthOf(text: string, encoding: string): number {
  switch (encoding) {
    case 'latin1':
    case 'ascii':
      return text.length
    case 'utf16le':
      return text.length * 2
    case 'hex':
      return text.length >>> 1
    case 'base64':
    case 'base64url': {
      const digits = text.replace(/={0,2}$/, '').length
      return (digits * 3) >>> 2
    }
    default:
      return bytesOf(text, encoding).length
  }
}
