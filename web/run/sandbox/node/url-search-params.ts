import { coded } from './errors.ts'
import { hostText, wellFormed } from './host.ts'
import { inspect } from './inspect.ts'
import { checkFunction } from './validate.ts'

type Pair = [string, string]

const text = (value: unknown): string => {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string')
  return wellFormed(String(value))
}

function parsed(query: string): Pair[] {
  return JSON.parse(hostText('parseQuery', query)) as Pair[]
}

function missing(names: readonly string[]): Error {
  const quoted = names.map((name) => `"${name}"`).join(' and ')
  return coded(TypeError, 'ERR_MISSING_ARGS', `The ${quoted} argument${names.length > 1 ? 's' : ''} must be specified`)
}

function pairsOf(init: unknown): Pair[] {
  if (init === undefined || init === null) return []
  if (typeof init !== 'object' && typeof init !== 'function') {
    const query = text(init)
    return parsed(query.startsWith('?') ? query.slice(1) : query)
  }
  if (init instanceof URLSearchParams) return [...init]
  const method = (init as Partial<Iterable<unknown>>)[Symbol.iterator]
  if (method === undefined || method === null)
    return Reflect.ownKeys(init)
      .filter((key) => Object.prototype.propertyIsEnumerable.call(init, key))
      .map((key) => [text(key), text((init as Record<PropertyKey, unknown>)[key])])
  if (typeof method !== 'function') throw coded(TypeError, 'ERR_ARG_NOT_ITERABLE', 'Query pairs must be iterable')
  return [...(init as Iterable<unknown>)].map((pair) => {
    const fault = coded(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple')
    if (
      pair === null ||
      typeof pair !== 'object' ||
      typeof (pair as Partial<Iterable<unknown>>)[Symbol.iterator] !== 'function'
    )
      throw fault
    const items = [...(pair as Iterable<unknown>)]
    if (items.length !== 2) throw fault
    return [text(items[0]), text(items[1])]
  })
}

/** Make the parameters those of a URL: with its query, and with somebody who hears of changes. */
export let link: (params: URLSearchParams, query: string, changed: (query: string) => void) => void

/** `URLSearchParams`; the host reads and writes the escapes. */
export class URLSearchParams {
  #pairs: Pair[]
  #changed: ((query: string) => void) | undefined

  constructor(init?: unknown) {
    this.#pairs = pairsOf(init)
  }

  get size(): number {
    return this.#pairs.length
  }

  append(...args: [name?: unknown, value?: unknown]): void {
    if (args.length < 2) throw missing(['name', 'value'])
    this.#pairs.push([text(args[0]), text(args[1])])
    this.#tell()
  }

  delete(...args: [name?: unknown, value?: unknown]): void {
    if (args.length < 1) throw missing(['name'])
    const [name, value] = args
    this.#pairs = this.#pairs.filter(
      (pair) => pair[0] !== text(name) || (value !== undefined && pair[1] !== text(value)),
    )
    this.#tell()
  }

  get(...args: [name?: unknown]): string | null {
    if (args.length < 1) throw missing(['name'])
    return this.#pairs.find(([name]) => name === text(args[0]))?.[1] ?? null
  }

  getAll(...args: [name?: unknown]): string[] {
    if (args.length < 1) throw missing(['name'])
    return this.#pairs.filter(([name]) => name === text(args[0])).map(([, value]) => value)
  }

  has(...args: [name?: unknown, value?: unknown]): boolean {
    if (args.length < 1) throw missing(['name'])
    const [name, value] = args
    return this.#pairs.some((pair) => pair[0] === text(name) && (value === undefined || pair[1] === text(value)))
  }

  set(...args: [name?: unknown, value?: unknown]): void {
    if (args.length < 2) throw missing(['name', 'value'])
    const [name, value] = [text(args[0]), text(args[1])]
    const at = this.#pairs.findIndex((pair) => pair[0] === name)
    if (at < 0) this.#pairs.push([name, value])
    else
      this.#pairs = this.#pairs.flatMap((pair, index): Pair[] =>
        pair[0] !== name ? [pair] : index === at ? [[name, value]] : [],
      )
    this.#tell()
  }

  sort(): void {
    this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    this.#tell()
  }

  forEach(callback: unknown, thisArg?: unknown): void {
    checkFunction(callback, 'callback')
    for (const [name, value] of this.#pairs) callback.call(thisArg, value, name, this)
  }

  entries(): Iterator<Pair> {
    return walk(this.#pairs, (pair) => [...pair])
  }

  keys(): Iterator<string> {
    return walk(this.#pairs, ([name]) => name)
  }

  values(): Iterator<string> {
    return walk(this.#pairs, ([, value]) => value)
  }

  [Symbol.iterator](): Iterator<Pair> {
    return this.entries()
  }

  toString(): string {
    return hostText('formatQuery', JSON.stringify(this.#pairs))
  }

  [inspect.custom](depth: number, options: object): string {
    if (typeof depth === 'number' && depth < 0) return '[Object]'
    const shown = this.#pairs.map(
      ([name, value]) => `${inspect(name, { ...options })} => ${inspect(value, { ...options })}`,
    )
    return shown.length === 0 ? 'URLSearchParams {}' : `URLSearchParams { ${shown.join(', ')} }`
  }

  #tell(): void {
    this.#changed?.(this.toString())
  }

  static {
    link = (params, query, changed) => {
      params.#pairs = parsed(query)
      params.#changed = changed
    }
  }
}
Object.defineProperty(URLSearchParams.prototype, Symbol.toStringTag, { value: 'URLSearchParams', configurable: true })
for (const name of [
  'append',
  'delete',
  'get',
  'getAll',
  'has',
  'set',
  'sort',
  'forEach',
  'entries',
  'keys',
  'values',
  'toString',
  'size',
])
  Object.defineProperty(URLSearchParams.prototype, name, { enumerable: true })

const iterators = Object.create(Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object) as object
Object.defineProperty(iterators, Symbol.toStringTag, { value: 'URLSearchParams Iterator', configurable: true })

function walk<T>(pairs: readonly Pair[], take: (pair: Pair) => T): Iterator<T> {
  let at = 0
  return Object.assign(Object.create(iterators) as Iterator<T>, {
    next(): IteratorResult<T> {
      const pair = pairs[at++]
      return pair === undefined ? { value: undefined, done: true } : { value: take(pair), done: false }
    },
  })
}
