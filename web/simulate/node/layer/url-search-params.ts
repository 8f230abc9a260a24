import { stripVTControlCharacters } from 'node-inspect-extracted'
import { coded } from './errors.ts'
import { hostText, wellFormed } from './host.ts'
import { inspect } from './inspect.ts'
import { checkFunction } from './validate.ts'

type Pair = [string, string]

/**
 * A value as a string without lone surrogates.
 * @throws TypeError for a symbol
 */
const text = (value: unknown): string => wellFormed(`${value as string}`)

function parsed(query: string): Pair[] {
  return JSON.parse(hostText('parseQuery', query)) as Pair[]
}

function pairsOf(init: unknown): Pair[] {
  if (init === undefined || init === null) return []
  if (typeof init !== 'object' && typeof init !== 'function') return parsed(text(init).replace(/^\?/, ''))
  const method = (init as Partial<Iterable<unknown>>)[Symbol.iterator]
  if (method === undefined || method === null)
    return Reflect.ownKeys(init)
      .filter((key) => Object.prototype.propertyIsEnumerable.call(init, key))
      .map((key) => [text(key), text((init as Record<PropertyKey, unknown>)[key])])
  if (typeof method !== 'function') throw coded(TypeError, 'ERR_ARG_NOT_ITERABLE', 'Query pairs must be iterable')
  return Array.from(init as Iterable<unknown>, (pair) => {
    const isList = typeof pair === 'object' && pair !== null && Symbol.iterator in pair
    const items = isList ? [...(pair as Iterable<unknown>)] : []
    if (items.length !== 2)
      throw coded(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple')
    return [text(items[0]), text(items[1])]
  })
}

/** Connect the parameters to a URL, with its query and a listener for changes. */
export let link: (params: URLSearchParams, query: string, changed: (query: string) => void) => void

/** `URLSearchParams`. The host decodes and encodes the escapes. */
export class URLSearchParams {
  #pairs: Pair[]
  #changed: ((query: string) => void) | undefined

  constructor(init: unknown = undefined) {
    this.#pairs = pairsOf(init)
  }

  get size(): number {
    return this.#pairs.length
  }

  forEach(callback: unknown, thisArg: unknown = undefined): void {
    checkFunction(callback, 'callback')
    for (const [name, value] of this.#pairs) callback.call(thisArg, value, name, this)
  }

  *entries(): Generator<Pair> {
    for (const [name, value] of this.#pairs) yield [name, value]
  }

  *keys(): Generator<string> {
    for (const [name] of this.#pairs) yield name
  }

  *values(): Generator<string> {
    for (const [, value] of this.#pairs) yield value
  }

  declare [Symbol.iterator]: () => Generator<Pair>

  toString(): string {
    return hostText('formatQuery', JSON.stringify(this.#pairs))
  }

  [inspect.custom](depth: number | null, options: Shown): string {
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special')
    const inner = depth === null ? options : { ...options, depth: depth - 1 }
    const shown = this.#pairs.map(([name, value]) => `${inspect(name, inner)} => ${inspect(value, inner)}`)
    const { name } = this.constructor
    if (shown.length === 0) return `${name} {}`
    const isLong = stripVTControlCharacters(shown.join(', ')).length > options.breakLength
    return isLong ? `${name} {\n  ${shown.join(',\n  ')} }` : `${name} { ${shown.join(', ')} }`
  }

  static {
    link = (params, query, changed) => {
      params.#pairs = parsed(query)
      params.#changed = changed
    }
    for (const [name, needed] of Object.entries({ append: 2, delete: 1, get: 1, getAll: 1, has: 1, set: 2, sort: 0 })) {
      const changes = !/^(?:get|has)/.test(name)
      const value = function (this: URLSearchParams, ...given: unknown[]): unknown {
        if (given.length < needed) throw missing(needed)
        const args = given.slice(0, 2).filter((arg, at) => at < needed || arg !== undefined)
        const [pairs, result] = JSON.parse(
          hostText('query', JSON.stringify(this.#pairs), name, JSON.stringify(args.map(text))),
        ) as [Pair[], unknown]
        if (!changes) return result
        // Change the list in place, so that a running iteration continues with its new content.
        this.#pairs.splice(0, Infinity, ...pairs)
        this.#changed?.(this.toString())
        return undefined
      }
      Object.defineProperties(value, { name: { value: name }, length: { value: needed } })
      Object.defineProperty(this.prototype, name, { value, writable: true, configurable: true })
    }
  }
}
Object.defineProperties(URLSearchParams.prototype, {
  [Symbol.toStringTag]: { value: 'URLSearchParams', configurable: true },
  [Symbol.iterator]: { value: URLSearchParams.prototype.entries, writable: true, configurable: true },
})

function missing(needed: number): Error {
  const names = needed === 1 ? '"name" argument' : '"name" and "value" arguments'
  return coded(TypeError, 'ERR_MISSING_ARGS', `The ${names} must be specified`)
}

/** The options that `util.inspect` passes to custom inspectors, as far as they are used here. */
interface Shown {
  readonly breakLength: number
  stylize(text: string, style: string): string
}
