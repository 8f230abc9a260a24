import { withAbsent } from './absent.ts'
import { coded, invalidArgType } from './errors.ts'
import { hostText, wellFormed } from './host.ts'
import { inspect } from './inspect.ts'
import { path } from './path.ts'
import { link, URLSearchParams } from './url-search-params.ts'
import { checkString } from './validate.ts'

const parts = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const
type Part = (typeof parts)[number]
type Parts = Record<Part, string>

function parsed(href: string, base: string | undefined): Parts {
  const answer = hostText('url', wellFormed(href), base === undefined ? undefined : wellFormed(base))
  if (answer === '') {
    const error = coded(TypeError, 'ERR_INVALID_URL', 'Invalid URL')
    throw Object.assign(error, { input: href }, base === undefined ? {} : { base })
  }
  return JSON.parse(answer) as Parts
}

/** The enumerable keys of a URL, in order. */
const listed = ['toString', ...parts.slice(0, -1), 'searchParams', 'hash', 'toJSON']

/** `URL`, based on the host's `URL`. */
export class URL {
  #parts: Parts
  #params: URLSearchParams | undefined

  constructor(href: unknown, base: unknown = undefined) {
    if (arguments.length === 0) throw missingUrl()
    this.#parts = parsed(String(href), base === undefined ? undefined : String(base))
  }

  get searchParams(): URLSearchParams {
    if (this.#params === undefined) {
      this.#params = new URLSearchParams()
      this.#link()
    }
    return this.#params
  }

  toString(): string {
    return this.#parts.href
  }

  toJSON(): string {
    return this.#parts.href
  }

  [inspect.custom](depth: number, options: object): unknown {
    if (typeof depth === 'number' && depth < 0) return this
    const { constructor } = this
    const shown = Object.create({ constructor }) as Record<string, unknown>
    for (const name of listed.slice(1, -1)) shown[name] = Reflect.get(this, name)
    return `${constructor.name} ${inspect(shown, options)}`
  }

  static parse(href: unknown, base: unknown = undefined): URL | null {
    if (arguments.length === 0) throw missingUrl()
    return URL.canParse(href, base) ? new URL(href, base) : null
  }

  static canParse(href: unknown, base: unknown = undefined): boolean {
    if (arguments.length === 0) throw missingUrl()
    return hostText('url', String(href), base === undefined ? undefined : String(base)) !== ''
  }

  #set(part: Part, value: unknown): void {
    const given = wellFormed(String(value))
    if (part === 'href') this.#parts = parsed(given, undefined)
    else this.#parts = JSON.parse(hostText('urlSet', this.#parts.href, part, given)) as Parts
    if (this.#params !== undefined && (part === 'href' || part === 'search')) this.#link()
  }

  #link(): void {
    if (this.#params === undefined) return
    link(this.#params, this.#parts.search.slice(1), (query) => {
      this.#parts = JSON.parse(hostText('urlSet', this.#parts.href, 'search', query)) as Parts
    })
  }

  static {
    for (const part of parts) {
      const accessor = {
        get [part](): string {
          return (this as unknown as URL).#parts[part]
        },
        set [part](value: unknown) {
          ;(this as unknown as URL).#set(part, value)
        },
      }
      const property: PropertyDescriptor = Object.getOwnPropertyDescriptor(accessor, part) ?? {}
      if (part === 'origin') delete property.set
      Object.defineProperty(URL.prototype, part, property)
    }
  }
}
for (const name of listed) {
  const property = Object.getOwnPropertyDescriptor(URL.prototype, name)
  Reflect.deleteProperty(URL.prototype, name)
  Object.defineProperty(URL.prototype, name, { ...property, enumerable: true })
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true })
for (const name of ['parse', 'canParse']) Object.defineProperty(URL, name, { enumerable: true })
withAbsent('URL', URL)

function missingUrl(): Error {
  return coded(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified')
}

/** `url.fileURLToPath`. */
export function fileURLToPath(target: unknown): string {
  const url = (typeof target === 'string' ? new URL(target) : target) as Partial<Record<string, unknown>> | null
  if (!url?.['href'] || !url['protocol'] || url['auth'] !== undefined || url['path'] !== undefined)
    throw invalidArgType('path', ['string', 'URL'], target)
  const { protocol, hostname, pathname } = url as unknown as Parts
  if (protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file')
  return plainPath(hostname, pathname)
}

function plainPath(hostname: string, pathname: string): string {
  if (hostname !== '')
    throw coded(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux')
  if (/%2f/i.test(pathname))
    throw coded(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters')
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
