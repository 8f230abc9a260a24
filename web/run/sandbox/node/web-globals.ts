import { Buffer, toBase64 } from './buffer.ts'
import { asBuffer, codedError, host, hostBytes, hostText } from './host.ts'
import { clearImmediate, clearTimer, nextTick, setImmediate, setInterval, setTimeout } from './timers.ts'

class TextEncoder {
  readonly encoding = 'utf-8'
  encode(text = ''): Uint8Array {
    return hostBytes('encode', text)
  }
}

class TextDecoder {
  readonly encoding: string
  readonly fatal: boolean
  constructor(encoding = 'utf-8', options: { readonly fatal?: boolean } = {}) {
    this.encoding = encoding
    this.fatal = options.fatal === true
  }

  decode(bytes: ArrayBuffer | Uint8Array = new Uint8Array()): string {
    const view = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes
    return hostText('decode', asBuffer(view), this.encoding, this.fatal).replace(/^\ufeff/, '')
  }
}

class URLSearchParams {
  readonly #pairs: [string, string][]
  constructor(init: string | Record<string, string> | Iterable<[string, string]> = '') {
    const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
    if (typeof init !== 'string') this.#pairs = Symbol.iterator in init ? [...init] : Object.entries(init)
    else {
      const parts = init.replace(/^\?/, '').split('&').filter(Boolean)
      this.#pairs = parts.map((part) => {
        const [name = '', ...value] = part.split('=')
        return [decode(name), decode(value.join('='))]
      })
    }
  }

  get(name: string): string | null {
    return this.#pairs.find(([known]) => known === name)?.[1] ?? null
  }

  getAll(name: string): string[] {
    return this.#pairs.filter(([known]) => known === name).map(([, value]) => value)
  }

  has(name: string): boolean {
    return this.#pairs.some(([known]) => known === name)
  }

  append(name: string, value: string): void {
    this.#pairs.push([name, String(value)])
  }

  set(name: string, value: string): void {
    this.delete(name)
    this.append(name, value)
  }

  delete(name: string): void {
    for (let at = this.#pairs.length - 1; at >= 0; at--) if (this.#pairs[at]?.[0] === name) this.#pairs.splice(at, 1)
  }

  toString(): string {
    const encode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#pairs[Symbol.iterator]()
  }
}

class URL {
  declare readonly href: string
  declare readonly search: string
  readonly searchParams: URLSearchParams
  constructor(href: string | URL, base?: string | URL) {
    try {
      Object.assign(this, JSON.parse(hostText('url', String(href), base === undefined ? undefined : String(base))))
    } catch {
      throw Object.assign(codedError('ERR_INVALID_URL', 'Invalid URL', TypeError), { input: String(href) })
    }
    this.searchParams = new URLSearchParams(this.search)
  }

  toString(): string {
    return this.href
  }

  toJSON(): string {
    return this.href
  }
}

function structuredClone<T>(value: T): T {
  const seen = new Map<unknown, unknown>()
  const clone = (item: unknown): unknown => {
    if (typeof item === 'function' || typeof item === 'symbol') throw new Error(`${String(item)} could not be cloned.`)
    if (typeof item !== 'object' || item === null) return item
    const known = seen.get(item)
    if (known !== undefined) return known
    if (item instanceof Date) return new Date(item.getTime())
    if (item instanceof RegExp) return new RegExp(item.source, item.flags)
    if (ArrayBuffer.isView(item)) return (item as Uint8Array).slice()
    const made: unknown = Array.isArray(item)
      ? []
      : item instanceof Map
        ? new Map()
        : item instanceof Set
          ? new Set()
          : {}
    seen.set(item, made)
    if (item instanceof Map)
      for (const [key, inner] of item) (made as Map<unknown, unknown>).set(clone(key), clone(inner))
    else if (item instanceof Set) for (const inner of item) (made as Set<unknown>).add(clone(inner))
    else
      for (const key of Object.keys(item))
        Object.assign(made as object, { [key]: clone((item as Record<string, unknown>)[key]) })
    return made
  }
  return clone(value) as T
}

/** A version 4 UUID. */
export function randomUUID(): string {
  const bytes = hostBytes('random', 16)
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The globals that Node shares with browsers; there is no network to fetch from. */
export const webGlobals = {
  TextEncoder,
  TextDecoder,
  URL,
  URLSearchParams,
  structuredClone,
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  clearImmediate,
  queueMicrotask: (callback: () => void): void => void Promise.resolve().then(callback),
  atob: (text: string): string => Buffer.from(text, 'base64').toString('latin1'),
  btoa: (text: string): string => toBase64(Buffer.from(text, 'latin1')),
  performance: { now: (): number => Number(host('now')) - startedAt, timeOrigin: Number(host('now')) },
  crypto: {
    randomUUID,
    getRandomValues: (array: Uint8Array): Uint8Array => (array.set(hostBytes('random', array.length)), array),
  },
  fetch: (): Promise<never> =>
    Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: new Error('the simulation has no network') })),
}

const startedAt = Number(host('now'))
export { nextTick }
