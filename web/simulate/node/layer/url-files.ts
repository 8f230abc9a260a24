import { coded, invalidArgType, invalidArgValue } from './errors.ts'
import { path, win32 } from './path.ts'
import { domainToASCII, URL } from './url.ts'
import type { Parts } from './url.ts'
import { checkString } from './validate.ts'

interface Options {
  /** Whether the path is a Windows path; false unless requested. */
  readonly windows?: unknown
}

/** `url.fileURLToPath`. */
export function fileURLToPath(target: unknown, options?: Options): string {
  const url = (typeof target === 'string' ? new URL(target) : target) as Partial<Record<string, unknown>> | null
  if (!url?.['href'] || !url['protocol'] || url['auth'] !== undefined || url['path'] !== undefined)
    throw invalidArgType('path', ['string', 'URL'], target)
  const { protocol, hostname, pathname } = url as unknown as Parts
  if (protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file')
  return options?.windows ? windowsPath(hostname, pathname) : plainPath(hostname, pathname)
}

function invalidPath(says: string): Error {
  return coded(TypeError, 'ERR_INVALID_FILE_URL_PATH', `File URL path ${says}`)
}

function plainPath(hostname: string, pathname: string): string {
  if (hostname !== '')
    throw coded(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux')
  if (/%2f/i.test(pathname)) throw invalidPath('must not include encoded / characters')
  return decodeURIComponent(pathname)
}

function windowsPath(hostname: string, pathname: string): string {
  if (/%(?:2f|5c)/i.test(pathname)) throw invalidPath('must not include encoded \\ or / characters')
  const text = decodeURIComponent(pathname.replaceAll('/', '\\'))
  if (hostname !== '') return `\\\\${hostname}${text}`
  if (!/^.[a-z]:/i.test(text)) throw invalidPath('must be absolute')
  return text.slice(1)
}

/** `url.pathToFileURL`. */
export function pathToFileURL(target: unknown, options?: Options): URL {
  checkString(target, 'path')
  const windows = Boolean(options?.windows)
  if (windows && target.startsWith('\\\\')) return shareUrl(target)
  const resolved = (windows ? win32 : path).resolve(target)
  const endsOpen = target.endsWith('/') || (windows && target.endsWith('\\'))
  return new URL(`file://${escaped(endsOpen && !resolved.endsWith('/') ? `${resolved}/` : resolved, windows)}`)
}

/** The URL of a file that a server of Windows shares, `\\server\share\file`. */
function shareUrl(target: string): URL {
  const start = target.startsWith('\\\\?\\UNC\\') ? 8 : 2
  const end = target.indexOf('\\', start)
  if (end === -1) throw invalidArgValue('path', target, 'Missing UNC resource path')
  if (end === 2) throw invalidArgValue('path', target, 'Empty UNC servername')
  const rest = target.slice(end).replaceAll('\\', '/')
  return Object.assign(new URL('file://'), {
    hostname: domainToASCII(target.slice(start, end)),
    pathname: escaped(rest, true),
  })
}

function escaped(text: string, windows: boolean): string {
  const special = windows ? /[%\n\r\t "#?[\]^|~]/g : /[%\n\r\t "#?[\]^|~\\]/g
  return text.replaceAll(special, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
