import { coded, invalidArgType } from './errors.ts'
import { part } from './part.ts'
import { querystring } from './querystring.ts'
import { domainToASCII, fileURLToPath, pathToFileURL, URL, urlToHttpOptions } from './url.ts'
import { URLSearchParams } from './url-search-params.ts'
import { checkString } from './validate.ts'

type Library = ReturnType<typeof part<'url-legacy.js'>>

let ready: Library | undefined

function library(): Library {
  if (ready === undefined) {
    ready = part('url-legacy.js', 'url')
    ready.lendQuery(querystring as never)
  }
  return ready
}

function parse(url: unknown, parseQuery = false, slashes = false): object {
  checkString(url, 'url')
  const host = /^\s*[a-z][a-z+.-]*:\/\/([^/?#\\]*)/i.exec(url)?.[1]
  if (host !== undefined && /:(?!\d*$)[^\]@]*$/.test(host) && !host.includes('@'))
    throw Object.assign(coded(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input: url })
  return library().parse(url, parseQuery, slashes) as object
}

interface Shown {
  readonly auth?: boolean
  readonly fragment?: boolean
  readonly search?: boolean
  readonly unicode?: boolean
}

function format(url: unknown, options?: unknown): string {
  if (url instanceof URL) return formatUrl(url, options)
  if (typeof url === 'string') return (parse(url) as { format(): string }).format()
  if (typeof url !== 'object' || url === null) throw invalidArgType('urlObject', ['Object', 'string'], url)
  const { protocol, slashes, host, hostname } = url as Partial<Record<string, unknown>>
  const text = String(library().format(url))
  const isBare = !protocol && !slashes && Boolean(host ?? hostname)
  return isBare ? text.replace(/^\/\//, '') : text // the package takes a host without a protocol for one with slashes
}

/** A URL with parts of it left out. */
function formatUrl(given: URL, options: unknown): string {
  if (options !== undefined && (typeof options !== 'object' || options === null))
    throw invalidArgType('options', 'Object', options)
  const { auth = true, fragment = true, search = true, unicode = false } = (options ?? {}) as Shown
  const url = new URL(String(given)) as unknown as Record<string, string>
  if (!auth) Object.assign(url, { username: '', password: '' })
  if (!fragment) url['hash'] = ''
  if (!search) url['search'] = ''
  const { href = '', hostname = '' } = url
  return unicode ? href.replace(hostname, domainToUnicode(hostname)) : href
}

function resolve(from: string, to: string): string {
  return (parse(from, false, true) as { resolve(to: string): string }).resolve(to)
}

function resolveObject(from: string, to: unknown): unknown {
  return from === '' ? to : (parse(from, false, true) as { resolveObject(to: unknown): unknown }).resolveObject(to)
}

function domainToUnicode(text: unknown): string {
  return String(library().toUnicode(domainToASCII(text)))
}

/** `node:url`. */
export const urlModule: Record<string, unknown> = {
  get Url() {
    return library().Url as unknown
  },
  parse,
  resolve,
  resolveObject,
  format,
  URL,
  URLSearchParams,
  domainToASCII,
  domainToUnicode,
  pathToFileURL,
  fileURLToPath,
  urlToHttpOptions,
}
