import { Buffer } from './buffer.ts'
import { invalidArgType, invalidArgValue } from './errors.ts'
import { errnoNumbers } from './errno.ts'
import { host } from './host.ts'
import type { HostValue } from './host.ts'
import { path as nodePath } from './path.ts'
import { fileURLToPath } from './url-files.ts'
import { URL } from './url.ts'
import { checkInteger } from './validate.ts'

/** A path as text. Validates it like Node. */
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

const knownFlags = new Set(['r', 'rs', 'r+', 'rs+', 'w', 'wx', 'w+', 'wx+', 'a', 'ax', 'a+', 'ax+', 'as', 'as+'])

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
 * The access that a flag of `open` allows. The flag is a string or a number. @throws Node's error if the flag is
 * invalid.
 */
export function accessOf(flag: unknown, name = 'flags'): Access {
  if (typeof flag === 'number') {
    const mode = flag & 3
    return {
      read: mode !== 1,
      write: mode !== 0,
      append: (flag & 0o2000) !== 0,
      create: (flag & 0o100) !== 0,
      exclusive: (flag & 0o200) !== 0,
      truncate: (flag & 0o1000) !== 0,
    }
  }
  const text = flag === undefined || flag === null ? 'r' : String(flag)
  if (!knownFlags.has(text)) throw invalidArgValue(name, flag)
  return {
    read: text.startsWith('r') || text.includes('+'),
    write: !/^rs?$/.test(text),
    append: text.startsWith('a'),
    create: !text.startsWith('r'),
    exclusive: text.includes('x'),
    truncate: text.startsWith('w'),
  }
}

/** Parse a mode, which can be a string of octal digits. */
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
