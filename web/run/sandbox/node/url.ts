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

/** `URL`; the host's own does the work. */
export class URL {
  #parts: Parts
  #params: URLSearchParams | undefined

  constructor(...args: [href?: unknown, base?: unknown]) {
    if (args.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified')
    this.#parts = parsed(String(args[0]), args[1] === undefined ? undefined : String(args[1]))
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
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = this.#parts
    const shown = {
      href,
      origin,
      protocol,
      username,
      password,
      host,
      hostname,
      port,
      pathname,
      search,
      searchParams: this.searchParams,
      hash,
    }
    return `${this.constructor.name} ${inspect(shown, options)}`
  }

  static canParse(...args: [href?: unknown, base?: unknown]): boolean {
    if (args.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified')
    return hostText('url', String(args[0]), args[1] === undefined ? undefined : String(args[1])) !== ''
  }

  static createObjectURL(): never {
    throw coded(Error, 'ERR_NOT_SIMULATED', 'The simulation keeps no objects behind URLs; run for real')
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
      Object.defineProperty(URL.prototype, part, {
        get(this: URL) {
          return this.#parts[part]
        },
        ...(part === 'origin' ? {} : { set: write(part) }),
        enumerable: true,
        configurable: true,
      })
    }
    function write(part: Part) {
      return function (this: URL, value: unknown): void {
        this.#set(part, value)
      }
    }
  }
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true })
for (const name of ['searchParams', 'toString', 'toJSON'])
  Object.defineProperty(URL.prototype, name, { enumerable: true })

/** `url.fileURLToPath`. */
export function fileURLToPath(target: unknown): string {
  const url = typeof target === 'string' ? new URL(target) : (target as Parts & { searchParams?: unknown })
  if (typeof url !== 'object' || url === null || !('href' in url))
    throw invalidArgType('path', ['string', 'URL'], target)
  const { protocol, hostname, pathname } = url as unknown as Parts
  if (protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file')
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
  const whole = target.endsWith('/') && !resolved.endsWith('/') ? `${resolved}/` : resolved
  const escaped = whole.replaceAll(/[%\\\n\r\t?#]/g, (char) => encodeURIComponent(char))
  return new URL(`file://${escaped}`)
}

/** `url.urlToHttpOptions`. */
export function urlToHttpOptions(url: URL): object {
  const { hostname, protocol, hash, search, pathname, href, port, username, password } =
    url as unknown as Partial<Parts>
  return Object.assign(Object.create(null) as object, {
    ...url,
    protocol,
    hostname: hostname?.startsWith('[') === true ? hostname.slice(1, -1) : hostname,
    hash,
    search,
    pathname,
    path: `${pathname ?? ''}${search ?? ''}`,
    href,
    ...(port === '' ? {} : { port: Number(port) }),
    ...(username || password
      ? { auth: `${decodeURIComponent(username ?? '')}:${decodeURIComponent(password ?? '')}` }
      : {}),
  })
}

function domain(text: unknown): URL | undefined {
  return URL.canParse(`http://${String(text)}`) ? new URL(`http://${String(text)}`) : undefined
}

/** `url.domainToASCII`; what is no domain gives nothing. */
export function domainToASCII(text: unknown): string {
  return (domain(text) as unknown as Parts | undefined)?.hostname ?? ''
}
