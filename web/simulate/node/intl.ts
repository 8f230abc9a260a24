import type { Plain } from './plain.ts'
import type { TimeZone } from '../host/time-zone.ts'

type Call = (locales: string[] | undefined, options: object, args: readonly unknown[]) => unknown

const dates = (args: readonly unknown[]): Date[] => args.map((ms) => new Date(Number(ms)))

/** The `Intl` calls that the host executes: a constructor, a method, and arguments that JSON can represent. */
const calls: Readonly<Record<string, Call>> = {
  'NumberFormat.format': (l, o, [n]) => new Intl.NumberFormat(l, o).format(n as number),
  'NumberFormat.formatToParts': (l, o, [n]) => new Intl.NumberFormat(l, o).formatToParts(n as number),
  'NumberFormat.resolvedOptions': (l, o) => new Intl.NumberFormat(l, o).resolvedOptions(),
  'DateTimeFormat.format': (l, o, args) => new Intl.DateTimeFormat(l, o).format(dates(args)[0]),
  'DateTimeFormat.formatToParts': (l, o, args) => new Intl.DateTimeFormat(l, o).formatToParts(dates(args)[0]),
  'DateTimeFormat.resolvedOptions': (l, o) => new Intl.DateTimeFormat(l, o).resolvedOptions(),
  'Date.toLocaleString': (l, o, args) => dates(args)[0]?.toLocaleString(l, o),
  'Date.toLocaleDateString': (l, o, args) => dates(args)[0]?.toLocaleDateString(l, o),
  'Date.toLocaleTimeString': (l, o, args) => dates(args)[0]?.toLocaleTimeString(l, o),
  'PluralRules.select': (l, o, [n]) => new Intl.PluralRules(l, o).select(Number(n)),
  'PluralRules.resolvedOptions': (l, o) => new Intl.PluralRules(l, o).resolvedOptions(),
  'ListFormat.format': (l, o, [list]) => new Intl.ListFormat(l, o).format(list as string[]),
  'ListFormat.formatToParts': (l, o, [list]) => new Intl.ListFormat(l, o).formatToParts(list as string[]),
  'RelativeTimeFormat.format': (l, o, [n, unit]) =>
    new Intl.RelativeTimeFormat(l, o).format(Number(n), unit as Intl.RelativeTimeFormatUnit),
  'RelativeTimeFormat.formatToParts': (l, o, [n, unit]) =>
    new Intl.RelativeTimeFormat(l, o).formatToParts(Number(n), unit as Intl.RelativeTimeFormatUnit),
  'Collator.compare': (l, o, [a, b]) => new Intl.Collator(l, o).compare(String(a), String(b)),
  'Collator.resolvedOptions': (l, o) => new Intl.Collator(l, o).resolvedOptions(),
  toLocaleLowerCase: (l, ...[, [text]]) => String(text).toLocaleLowerCase(l),
  toLocaleUpperCase: (l, ...[, [text]]) => String(text).toLocaleUpperCase(l),
  getCanonicalLocales: (l) => Intl.getCanonicalLocales(l),
  supportedLocalesOf: (l) => Intl.DateTimeFormat.supportedLocalesOf(l),
}

const zoned = new Set(['DateTimeFormat', 'Date'])

/** `Intl` with the defaults of Node: American English and the program's time zone. */
export function intlOperations(zone: TimeZone): Record<string, (...args: Plain[]) => Plain> {
  return {
    intl(name: Plain, given: Plain): string {
      const call = Object.hasOwn(calls, String(name)) ? calls[String(name)] : undefined
      if (call === undefined) return JSON.stringify({ error: ['TypeError', `Intl does not support ${String(name)}`] })
      const { locales, options, args } = JSON.parse(String(given)) as {
        readonly locales?: string | string[]
        readonly options?: object
        readonly args: readonly unknown[]
      }
      const isZoned = zoned.has(String(name).split('.')[0] ?? '')
      try {
        const asked = typeof locales === 'string' ? [locales] : locales
        const value = call(asked ?? ['en-US'], { ...(isZoned ? { timeZone: zone.name } : {}), ...options }, args)
        return JSON.stringify({ value })
      } catch (error) {
        const { name: kind, message } = error instanceof Error ? error : new Error(String(error))
        return JSON.stringify({ error: [kind, message] })
      }
    },
    zone: (name: Plain) => {
      zone.set(name === undefined ? undefined : String(name))
      return undefined
    },
    zoneName: (ms: Plain) => zone.nameAt(Number(ms)),
  }
}
