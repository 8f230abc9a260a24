import { Buffer, encodingOf } from './buffer.ts'
import { invalidArgType, invalidArgValue } from './errors.ts'
import { errnoNumbers } from './errno.ts'
import { host } from './host.ts'
import type { HostValue } from './host.ts'
import { path as nodePath } from './path.ts'
import { fileURLToPath, URL } from './url.ts'
import { checkInteger } from './validate.ts'

/**
 * A path as a string.
 * @throws Node's error if it is not a string, buffer or URL, or contains a null byte
 */
export function pathOf(target: unknown, name = 'path'): string {
  let text: string
  if (typeof target === 'string') text = target
  else if (target instanceof Uint8Array) text = Buffer.from(target).toString()
  else if (target instanceof URL) text = fileURLToPath(target)
  else throw invalidArgType(name, ['string', 'Buffer', 'URL'], target)
  if (text.includes('\0'))
    throw invalidArgValue(name, target, 'must be a string, Uint8Array, or URL without null bytes')
  return text
}

/** The absolute path. An empty path stays empty, and a trailing slash stays. */
export function full(text: string): string {
  return text === '' ? '' : nodePath.resolve(text) + (text.endsWith('/') && text !== '/' ? '/' : '')
}

/** A system error with Node's fields. */
export function systemError(code: string, why: string, syscall: string, path?: string, dest?: string): Error {
  const paths = path === undefined ? '' : ` '${path}'${dest === undefined ? '' : ` -> '${dest}'`}`
  const error = new Error(`${code}: ${why}, ${syscall}${paths}`)
  Object.assign(error, { errno: errnoNumbers[code], code, syscall })
  if (path !== undefined) Object.assign(error, { path })
  if (dest !== undefined) Object.assign(error, { dest })
  return error
}

/** Call the volume. Throws a system error if the volume refuses the operation. */
export function ask(
  syscall: string,
  shown: string | undefined,
  operation: string,
  args: readonly HostValue[],
  dest?: string,
): HostValue {
  if (args[0] === '') throw systemError('ENOENT', 'no such file or directory', syscall, shown, dest)
  try {
    return host(operation, ...args)
  } catch (error) {
    const refusal = /^(E[A-Z]+): (.*)$/.exec(error instanceof Error ? error.message : '')
    if (refusal === null) throw error
    throw systemError(refusal[1] ?? '', refusal[2] ?? '', syscall, shown, dest)
  }
}

/** The access that a flag allows. */
export interface Access {
  readonly read: boolean
  readonly write: boolean
  readonly append: boolean
  readonly create: boolean
  readonly exclusive: boolean
  readonly truncate: boolean
}

/**
 * The access that a flag of `open` allows. The flag is a string or a number.
 * @throws Node's error if the flag is invalid.
 */
export function accessOf(flag: unknown, name = 'flags'): Access {
  const text = typeof flag === 'number' ? '' : String(flag ?? 'r')
  if (typeof flag !== 'number' && !/^(?:rs?|sr|wx?|xw|a[xs]?|[xs]a)\+?$/.test(text)) throw invalidArgValue(name, flag)
  const has = (letters: RegExp, bit: number): boolean =>
    typeof flag === 'number' ? (flag & bit) !== 0 : letters.test(text)
  const mode = typeof flag === 'number' ? flag & 3 : text.endsWith('+') ? 2 : Number(!text.includes('r'))
  return {
    read: mode !== 1,
    write: mode !== 0,
    append: has(/a/, 0o2000),
    create: has(/[wa]/, 0o100),
    exclusive: has(/x/, 0o200),
    truncate: has(/w/, 0o1000),
  }
}

/**
 * A mode as a number. It can be given as a number or as a string of octal digits. Without a mode, returns `usual`.
 * @throws Node's error if the mode is invalid, or missing without `usual`
 */
export function modeOf(mode: unknown, name: string, usual?: number): number {
  if (mode === undefined || mode === null) {
    if (usual !== undefined) return usual
    throw invalidArgType(name, 'number', mode)
  }
  if (typeof mode === 'string') {
    if (!/^[0-7]+$/.test(mode))
      throw invalidArgValue(name, mode, 'must be a 32-bit unsigned integer or an octal string')
    return Number.parseInt(mode, 8)
  }
  checkInteger(mode, name, 0, 2 ** 32 - 1)
  return mode
}

/** Options as the caller passed them. */
export type Options = Readonly<Record<string, unknown>>

/**
 * The options as an object, on top of `usual`. A string is the encoding.
 * @throws Node's error if they are not an object or name an unknown encoding
 */
export function optionsOf(options: unknown, usual: Options = {}): Options {
  if (options === undefined || options === null || typeof options === 'function') return usual
  const given = typeof options === 'string' ? { encoding: options } : options
  if (typeof given !== 'object') throw invalidArgType('options', ['string', 'Object'], options)
  const { encoding } = given as Options
  if (encoding !== undefined && encoding !== null && encoding !== 'buffer' && encodingOf(encoding) === undefined)
    throw invalidArgValue('encoding', encoding, 'is invalid encoding')
  return { ...usual, ...given }
}

/** A string, encoded as the options require. */
export function encoded(text: string, encoding: unknown): unknown {
  if (encoding === 'buffer') return Buffer.from(text)
  return encoding === undefined || encoding === null || encoding === 'utf8'
    ? text
    : Buffer.from(text).toString(encoding)
}

/**
 * Data to write, as bytes.
 * @throws Node's error if it is not a string or bytes
 */
export function bytesFor(data: unknown, encoding: unknown): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, encoding ?? 'utf8')
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  throw invalidArgType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data)
}

/**
 * A time of a file, in seconds. A `Date`, a number or a numeric string is converted.
 * @throws Node's error for other values
 */
export function seconds(time: unknown): number {
  if (time instanceof Date) return time.getTime() / 1000
  const number = Number(time)
  if ((typeof time !== 'number' && typeof time !== 'string') || Number.isNaN(number))
    throw invalidArgType('time', ['Date', 'Time in seconds'], time)
  return number
}
