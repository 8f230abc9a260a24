import { host, hostText } from './host.ts'
import { askIntl, digitsOf, intl } from './intl.ts'

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
