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
      (typeof pair !== 'object' && typeof pair !== 'function') ||
      typeof (pair as Partial<Iterable<unknown>>)[Symbol.iterator] !== 'function'
    )
      throw fault
    const items = [...(pair as Iterable<unknown>)]
    if (items.length !== 2) throw fault
    return [text(items[0]), text(items[1])]
  })
}

/** Bind the parameters to a URL: with its query, and with a listener for changes. */
export let link: (params: URLSearchParams, query: string, changed: (query: string) => void) => void

let pairsIn: (params: URLSearchParams) => Pair[]

/** Whether a value is such an object. */
let isParams: (value: unknown) => boolean

function checkThis(value: unknown): void {
  if (!isParams(value)) throw invalidThis('URLSearchParams')
}

function invalidThis(name: string): Error {
  return coded(TypeError, 'ERR_INVALID_THIS', `Value of "this" must be of type ${name}`)
}

/** `URLSearchParams`; the host reads and writes the escapes. */
export class URLSearchParams {
  #pairs: Pair[]
  #changed: ((query: string) => void) | undefined

  constructor(init: unknown = undefined) {
    this.#pairs = pairsOf(init)
  }

  get size(): number {
    checkThis(this)
    return this.#pairs.length
  }

  append(...args: [name: unknown, value: unknown]): void {
    checkThis(this)
    if (args.length < 2) throw missing(['name', 'value'])
    this.#pairs.push([text(args[0]), text(args[1])])
    this.#notify()
  }

  delete(...args: [name: unknown, value?: unknown]): void {
    checkThis(this)
    if (args.length < 1) throw missing(['name'])
    const isMeant = matching(args)
    this.#replace(this.#pairs.filter((pair) => !isMeant(pair)))
  }

  get(...args: [name: unknown]): string | null {
    checkThis(this)
    if (args.length < 1) throw missing(['name'])
    return this.#pairs.find(matching(args))?.[1] ?? null
  }

  getAll(...args: [name: unknown]): string[] {
    checkThis(this)
    if (args.length < 1) throw missing(['name'])
    return this.#pairs.filter(matching(args)).map(([, value]) => value)
  }

  has(...args: [name: unknown, value?: unknown]): boolean {
    checkThis(this)
    if (args.length < 1) throw missing(['name'])
    return this.#pairs.some(matching(args))
  }

  set(...args: [name: unknown, value: unknown]): void {
    checkThis(this)
    if (args.length < 2) throw missing(['name', 'value'])
    const [name, value] = [text(args[0]), text(args[1])]
    const at = this.#pairs.findIndex((pair) => pair[0] === name)
    if (at < 0) this.#pairs.push([name, value])
    this.#replace(
      this.#pairs.flatMap((pair, index): Pair[] =>
        pair[0] !== name ? [pair] : at < 0 || index === at ? [[name, value]] : [],
      ),
    )
  }

  sort(): void {
    checkThis(this)
    this.#replace(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  }

  forEach(callback: unknown, thisArg: unknown = undefined): void {
    checkThis(this)
    checkFunction(callback, 'callback')
    for (const [name, value] of walk(this, (pair) => pair)) callback.call(thisArg, value, name, this)
  }

  entries(): IterableIterator<Pair> {
    checkThis(this)
    return walk(this, ([name, value]) => [name, value])
  }

  keys(): IterableIterator<string> {
    checkThis(this)
    return walk(this, ([name]) => name)
  }

  values(): IterableIterator<string> {
    checkThis(this)
    return walk(this, ([, value]) => value)
  }

  declare [Symbol.iterator]: () => IterableIterator<Pair>

  toString(): string {
    checkThis(this)
    return hostText('formatQuery', JSON.stringify(this.#pairs))
  }

  [inspect.custom](depth: number | null, options: Shown): string {
    checkThis(this)
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special')
    const inner = innerOptions(depth, options)
    const shown = this.#pairs.map(([name, value]) => `${inspect(name, inner)} => ${inspect(value, inner)}`)
    const { name } = this.constructor
    if (shown.length === 0) return `${name} {}`
    const isLong = shown.map(withoutColors).join(', ').length > options.breakLength
    return isLong ? `${name} {\n  ${shown.join(',\n  ')} }` : `${name} { ${shown.join(', ')} }`
  }

  #replace(pairs: readonly Pair[]): void {
    // The list stays the same object: a running iteration continues with its new content.
    this.#pairs.splice(0, Infinity, ...pairs)
    this.#notify()
  }

  #notify(): void {
    this.#changed?.(this.toString())
  }

  static {
    isParams = (value) => typeof value === 'object' && value !== null && #pairs in value
    pairsIn = (params) => params.#pairs
    link = (params, query, changed) => {
      params.#pairs = parsed(query)
      params.#changed = changed
    }
  }
}
const names = 'size append delete get getAll has set sort entries forEach keys values toString'.split(' ')
for (const name of names) Object.defineProperty(URLSearchParams.prototype, name, { enumerable: true })
Object.defineProperties(URLSearchParams.prototype, {
  [Symbol.toStringTag]: { value: 'URLSearchParams', configurable: true },
  [Symbol.iterator]: { value: URLSearchParams.prototype.entries, writable: true, configurable: true },
})
for (const [name, length] of Object.entries({ append: 2, delete: 1, get: 1, getAll: 1, has: 1, set: 2 }))
  Object.defineProperty(Reflect.get(URLSearchParams.prototype, name), 'length', { value: length })

/** Whether a pair has the name and, where one is given, the value. */
function matching([name, value]: readonly [name: unknown, value?: unknown]): (pair: Pair) => boolean {
  const [sought, held] = [text(name), value === undefined ? undefined : text(value)]
  return (pair) => pair[0] === sought && (held === undefined || pair[1] === held)
}

/** What `util.inspect` gives to those who show themselves. */
interface Shown {
  readonly breakLength: number
  stylize(text: string, style: string): string
}

function innerOptions(depth: number | null, options: Shown): object {
  return depth === null ? { ...options } : { ...options, depth: depth - 1 }
}

function withoutColors(text: string): string {
  return text.replaceAll(/\u001b\[\d\d?m/g, '')
}

/** A walk through the pairs as they are at each step. */
class ParamsIterator<T> {
  #params: URLSearchParams
  #take: (pair: Pair) => T
  #at = 0

  constructor(params: URLSearchParams, take: (pair: Pair) => T) {
    this.#params = params
    this.#take = take
  }

  next(): IteratorResult<T> {
    ParamsIterator.#check(this)
    const pair = pairsIn(this.#params)[this.#at]
    if (pair === undefined) return { value: undefined, done: true }
    this.#at++
    return { value: this.#take(pair), done: false }
  }

  [inspect.custom](depth: number | null, options: Shown): string {
    ParamsIterator.#check(this)
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special')
    const inner = innerOptions(depth, options)
    const left = pairsIn(this.#params).slice(this.#at).map(this.#take)
    const [start, between] = inspect(left, inner).includes('\n') ? ['\n  ', ',\n  '] : [' ', ', ']
    return `URLSearchParams Iterator {${start}${left.map((item) => inspect(item, inner)).join(between)} }`
  }

  static #check(value: unknown): void {
    if (typeof value !== 'object' || value === null || !(#params in value)) throw invalidThis('URLSearchParamsIterator')
  }
}
const every = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object
Reflect.deleteProperty(ParamsIterator.prototype, 'constructor')
Object.setPrototypeOf(ParamsIterator.prototype, every)
Object.defineProperties(ParamsIterator.prototype, {
  [Symbol.toStringTag]: { value: 'URLSearchParams Iterator', configurable: true },
  next: { enumerable: true },
})

function walk<T>(params: URLSearchParams, take: (pair: Pair) => T): IterableIterator<T> {
  return new ParamsIterator(params, take) as unknown as IterableIterator<T>
}
