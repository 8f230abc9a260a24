import { withAbsent } from './absent.ts'
import { host, hostText } from './host.ts'

/** Call the host's `Intl`. If it throws, throw an error of the same class with the same message. */
function askIntl(name: string, locales: unknown, options: unknown, args: readonly unknown[]): unknown {
  const given = JSON.stringify({ locales: listed(locales), options: options ?? undefined, args })
  const { value, error } = JSON.parse(hostText('intl', name, given)) as {
    readonly value?: unknown
    readonly error?: readonly [kind: string, message: string]
  }
  if (error === undefined) return value
  throw error[0] === 'RangeError' ? new RangeError(error[1]) : new TypeError(error[1])
}

function listed(locales: unknown): unknown {
  if (locales === undefined || typeof locales === 'string') return locales
  return typeof locales === 'object' && locales !== null ? Array.from(locales as Iterable<unknown>, String) : locales
}

/** A number as text, with the exact digits of a BigInt and the sign of a zero. */
function digitsOf(value: unknown): string {
  return Object.is(value, -0) ? '-0' : String(typeof value === 'bigint' ? value : Number(value))
}

function timeOf(value: unknown): number {
  const time = value === undefined ? Date.now() : value instanceof Date ? value.getTime() : Number(value)
  if (Number.isNaN(time)) throw new RangeError('Invalid time value')
  return time
}

/**
 * The constructors with their methods. Each entry converts the arguments of a method. `format` and `compare` are bound,
 * as in Node.
 */
const makers: Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => readonly unknown[]>>>> = {
  NumberFormat: { format: (n) => [digitsOf(n)], formatToParts: (n) => [digitsOf(n)], resolvedOptions: () => [] },
  DateTimeFormat: { format: (at) => [timeOf(at)], formatToParts: (at) => [timeOf(at)], resolvedOptions: () => [] },
  PluralRules: { select: (n) => [Number(n)], resolvedOptions: () => [] },
  Collator: { compare: (a, b) => [String(a), String(b)], resolvedOptions: () => [] },
}

const boundMethods = new Set(['NumberFormat.format', 'DateTimeFormat.format', 'Collator.compare'])

function makerOf(name: string): object {
  const methods = makers[name] ?? {}
  const Maker = function (this: object | undefined, locales?: unknown, options?: unknown): object {
    const made = (new.target === undefined ? Object.create(Maker.prototype as object) : this) as Record<string, unknown>
    const kept = options === undefined ? undefined : { ...(options as object) }
    const [first = ''] = Object.keys(methods)
    askIntl(`${name}.${first}`, locales, kept, [0, ''])
    for (const [method, read] of Object.entries(methods)) {
      const call = (...args: unknown[]): unknown => askIntl(`${name}.${method}`, locales, kept, read(...args))
      const isBound = boundMethods.has(`${name}.${method}`)
      Object.defineProperty(made, method, { value: call, configurable: true, enumerable: false, writable: !isBound })
    }
    return made
  }
  Object.defineProperty(Maker, 'name', { value: name, configurable: true })
  Object.defineProperty(Maker.prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true })
  Object.defineProperty(Maker, 'supportedLocalesOf', {
    value: (locales: unknown) => askIntl('supportedLocalesOf', locales, undefined, []),
    configurable: true,
    writable: true,
  })
  return Maker
}

/** `Intl`, based on the host's `Intl`. */
const intl: object = Object.defineProperties(
  {},
  {
    ...Object.fromEntries(
      Object.entries({
        ...Object.fromEntries(Object.keys(makers).map((name) => [name, makerOf(name)])),
        ...withAbsent('Intl', {}),
        getCanonicalLocales: (locales: unknown) =>
          locales === undefined ? [] : askIntl('getCanonicalLocales', locales, undefined, []),
      }).map(([name, value]) => [name, { value, writable: true, configurable: true, enumerable: false }]),
    ),
    [Symbol.toStringTag]: { value: 'Intl', configurable: true },
  },
)

/** Install `Intl` and the methods that format with it. The engine lacks them, so the host's `Intl` is used. */
export function installIntl(): void {
  define(globalThis, 'Intl', intl)
  for (const prototype of [Number.prototype, BigInt.prototype])
    define(prototype, 'toLocaleString', function (this: number | bigint, locales?: unknown, options?: unknown) {
      return askIntl('NumberFormat.format', locales, options, [digitsOf(this.valueOf())])
    })
  define(
    String.prototype,
    'localeCompare',
    function (this: string, other: unknown, locales?: unknown, options?: unknown) {
      if (locales === undefined && options === undefined) return host('compareTexts', String(this), String(other))
      return askIntl('Collator.compare', locales, options, [String(this), String(other)])
    },
  )
  for (const name of ['toLocaleLowerCase', 'toLocaleUpperCase'] as const) {
    const { [name]: native } = String.prototype
    define(String.prototype, name, function (this: string, locales?: unknown) {
      return locales === undefined ? native.call(this) : askIntl(name, locales, undefined, [String(this)])
    })
  }
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    define(Date.prototype, name, function (this: Date, locales?: unknown, options?: unknown) {
      const time = this.getTime()
      return Number.isNaN(time) ? 'Invalid Date' : askIntl(`Date.${name}`, locales, options, [time])
    })
  for (const name of ['toString', 'toTimeString'] as const) {
    const { [name]: native } = Date.prototype
    define(Date.prototype, name, function (this: Date) {
      const text = native.call(this)
      return Number.isNaN(this.getTime()) ? text : `${text} (${hostText('zoneName', this.getTime())})`
    })
  }
}

function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true, enumerable: false })
}
