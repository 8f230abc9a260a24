import { coded, invalidArgType } from './errors.ts'
import { path } from './path.ts'
import { URL } from './url.ts'
import type { Parts } from './url.ts'
import { checkString } from './validate.ts'

/** `url.fileURLToPath`. */
export function fileURLToPath(target: unknown): string {
  const url = (typeof target === 'string' ? new URL(target) : target) as Partial<Record<string, unknown>> | null
  if (!url?.['href'] || !url['protocol'] || url['auth'] !== undefined || url['path'] !== undefined)
    throw invalidArgType('path', ['string', 'URL'], target)
  const { protocol, hostname, pathname } = url as unknown as Parts
  if (protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file')
  return plainPath(hostname, pathname)
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

/** `url.pathToFileURL`. */
export function pathToFileURL(target: unknown): URL {
  checkString(target, 'path')
  const resolved = path.resolve(target)
  return new URL(`file://${escaped(target.endsWith('/') && resolved !== '/' ? `${resolved}/` : resolved)}`)
}

function escaped(text: string): string {
  return text.replaceAll(
    /[%\n\r\t "#?[\]^|~\\]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
