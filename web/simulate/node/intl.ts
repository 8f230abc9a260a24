import type { Plain } from './plain.ts'
import type { TimeZone } from '../host/time-zone.ts'

type Call = (locales: string[] | undefined, options: object, args: readonly unknown[]) => unknown
type Maker = new (locales?: string[], options?: object) => Readonly<Record<string, (...args: unknown[]) => unknown>>

const makers = ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'Collator']
const methods = ['format', 'formatToParts', 'resolvedOptions', 'select', 'compare']
const ofDates = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const
const ofStrings = ['toLocaleLowerCase', 'toLocaleUpperCase'] as const

/** The `Intl` calls that the host executes, with arguments that JSON can represent. */
const calls: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(
    makers.flatMap((maker) =>
      methods.map((method) => [
        `${maker}.${method}`,
        (l, o, args) => new (Reflect.get(Intl, maker) as Maker)(l, o)[method]?.(...args),
      ]),
    ) as [string, Call][],
  ),
  ...Object.fromEntries(
    ofDates.map((name): [string, Call] => [`Date.${name}`, (l, o, [ms]) => new Date(Number(ms))[name](l, o)]),
  ),
  ...Object.fromEntries(ofStrings.map((name): [string, Call] => [name, (l, _, [text]) => String(text)[name](l)])),
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
