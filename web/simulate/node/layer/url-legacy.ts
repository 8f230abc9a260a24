// @ts-expect-error: the package has no types
import * as legacy from 'url/url.js'
import { notSimulated, withAbsent } from './absent.ts'
import { coded, invalidArgType } from './errors.ts'
import { fileURLToPath, pathToFileURL, URL } from './url.ts'
import { URLSearchParams } from './url-search-params.ts'
import { checkString } from './validate.ts'

/** The exports of the package that the sandbox uses. The package contains Node's code. */
interface Library {
  readonly Url: new () => object
  parse(url: string, parseQuery: boolean, slashes: boolean): object
  format(url: object): string
}
const library = legacy as Library

function parse(url: unknown, parseQuery = false, slashes = false): object {
  if (url instanceof library.Url) return url
  checkString(url, 'url')
  const host = /^\s*[a-z][a-z+.-]*:\/\/([^/?#\\]*)/i.exec(url)?.[1]
  if (host !== undefined && /:(?!\d*$)[^\]@]*$/.test(host) && !host.includes('@'))
    throw Object.assign(coded(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input: url })
  return library.parse(url, parseQuery, slashes)
}

function format(url: unknown, options?: unknown): string {
  if (url instanceof URL) {
    if (options === undefined) return String(url)
    throw notSimulated('url.format with options', 'set the parts of the URL instead')
  }
  if (typeof url === 'string') return (parse(url) as { format(): string }).format()
  if (typeof url !== 'object' || url === null) throw invalidArgType('urlObject', ['Object', 'string'], url)
  const { protocol, slashes, host, hostname } = url as Partial<Record<string, unknown>>
  const text = String(library.format(url))
  const isBare = !protocol && !slashes && Boolean(host ?? hostname)
  return isBare ? text.replace(/^\/\//, '') : text // the package adds slashes to a host without a protocol
}

function resolve(from: unknown, to: string): string {
  return (parse(from, false, true) as { resolve(to: string): string }).resolve(to)
}

/** `url.urlToHttpOptions`. A copy of a URL lacks its parts, because they are accessors of the class. */
function urlToHttpOptions(url: Readonly<Partial<Record<string, string>>>): object {
  const { protocol, hostname, hash, search, pathname, href, port, username, password } = url
  return {
    __proto__: null,
    ...url,
    protocol,
    hostname: hostname?.startsWith('[') ? hostname.slice(1, -1) : hostname,
    ...{ hash, search, pathname },
    path: `${pathname || ''}${search || ''}`,
    href,
    ...(port !== '' && { port: Number(port) }),
    ...((username || password) && {
      auth: [username, password].map((part) => decodeURIComponent(`${part}`)).join(':'),
    }),
  }
}

/** `node:url`. */
export const urlModule = withAbsent('url', {
  Url: library.Url,
  parse,
  resolve,
  format,
  URL,
  URLSearchParams,
  pathToFileURL,
  fileURLToPath,
  urlToHttpOptions,
})
