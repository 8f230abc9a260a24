import { joinBytes } from '../../files/bytes.ts'
import { TimeZone } from '../host/time-zone.ts'
import type { Program } from '../messages.ts'
import { unpackFiles } from '../packed-files.ts'
import type { EmscriptenFs } from './pyodide-boot.ts'

/** The maximum number of time zones for one program. Each takes up to 100 ms. */
const mostZones = 8
/** The files contain the offset changes from the start of the first year to the start of the last year. */
const years = [1970, 2050] as const
/** A quarter of an hour in seconds. Offsets change only at its multiples. */
const quarter = 900
const name = /\b[A-Z][A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+|\b(?:UTC|GMT|EST|MST|HST|CET|MET|EET|WET)\b/g

/** A period with one offset, from its first second. */
interface Period {
  readonly from: number
  readonly offset: number
}

/**
 * Write the time zones that a program's code, arguments, input and data name, as files for `zoneinfo`. Does nothing if
 * the program does not mention `zoneinfo`.
 */
export function placeZones(fs: EmscriptenFs, { args, stdin, files }: Program): void {
  const texts = (ending: RegExp): readonly string[] =>
    unpackFiles(files)
      .filter(({ path }) => ending.test(path))
      .map(({ bytes }) => new TextDecoder().decode(bytes))
  const given = [...args, stdin]
  const code = texts(/\.py$/)
  if (![...given, ...code].some((text) => text.includes('zoneinfo'))) return
  const all = [...given, ...code, ...texts(/\.(?:json|ya?ml|toml|csv|txt|ini|cfg)$/)]
  const names = new Set(all.flatMap((text) => text.match(name) ?? []))
  let placed = 0
  for (const key of names) {
    const file = placed < mostZones ? zoneFile(key) : undefined
    if (file === undefined) continue
    placed++
    fs.mkdirTree(`/usr/share/zoneinfo/${key}`.replace(/\/[^/]*$/, ''))
    fs.writeFile(`/usr/share/zoneinfo/${key}`, file)
  }
}

/** A time zone of the browser in the format TZif (RFC 9636), version 2; undefined if the browser does not have it. */
export function zoneFile(key: string): Uint8Array | undefined {
  const zone = new TimeZone()
  zone.set(key)
  if (zone.name !== key) return undefined
  const periods = periodsOf(zone)
  const standards = new Map<number, number>()
  const kinds = periods.map(({ from, offset }) => {
    const isSummer = offset > standardAt(zone, from, standards)
    return { offset, isSummer, short: shortName(key, from, offset) }
  })
  const distinct = [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).entries()]
  const place = new Map(distinct.map(([id], at) => [id, at]))
  const shorts = [...new Set(distinct.map(([, { short }]) => `${short}\0`))]
  const letters = new TextEncoder().encode(shorts.join(''))
  const changes = periods.slice(1)
  const header = headerOf(changes.length, distinct.length, letters.length)
  const body = new DataView(new ArrayBuffer(changes.length * 9 + distinct.length * 6))
  changes.forEach(({ from }, at) => {
    body.setBigInt64(at * 8, BigInt(from))
    body.setUint8(changes.length * 8 + at, place.get(JSON.stringify(kinds[at + 1])) ?? 0)
  })
  distinct.forEach(([, { offset, isSummer, short }], at) => {
    const start = changes.length * 9 + at * 6
    body.setInt32(start, offset)
    body.setUint8(start + 4, Number(isSummer))
    body.setUint8(start + 5, shorts.slice(0, shorts.indexOf(`${short}\0`)).join('').length)
  })
  // Version 1 is empty. The footer is empty, because the periods reach the last year.
  const empty = joinBytes([headerOf(0, 1, 1), new Uint8Array(7)])
  return joinBytes([empty, header, new Uint8Array(body.buffer), letters, new TextEncoder().encode('\n\n')])
}

function headerOf(changes: number, kinds: number, letters: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(44))
  new Uint8Array(view.buffer).set(new TextEncoder().encode('TZif2'))
  ;[0, 0, 0, changes, kinds, letters].forEach((count, at) => view.setUint32(20 + at * 4, count))
  return new Uint8Array(view.buffer)
}

/** The periods of a zone. Compares the offsets at the starts of months, and finds the exact time of each change. */
function periodsOf(zone: TimeZone): readonly Period[] {
  let from = Date.UTC(years[0], 0, 1) / 1000
  const periods: Period[] = [{ from, offset: zone.offsetAt(from) }]
  for (let month = 1; month <= (years[1] - years[0]) * 12; month++) {
    const to = Date.UTC(years[0], month, 1) / 1000
    for (let before = from; zone.offsetAt(to) !== zone.offsetAt(before);) {
      before = firstChange(zone, before, to)
      periods.push({ from: before, offset: zone.offsetAt(before) })
    }
    from = to
  }
  return periods
}

/** The time of a change between two times with different offsets. */
function firstChange(zone: TimeZone, from: number, to: number): number {
  let [low, high] = [from / quarter, to / quarter]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle * quarter) === zone.offsetAt(from)) low = middle
    else high = middle
  }
  return high * quarter
}

/** The standard offset of the year that contains a time: the smaller offset of January 1 and July 1. */
function standardAt(zone: TimeZone, seconds: number, known: Map<number, number>): number {
  const year = new Date(seconds * 1000).getUTCFullYear()
  const found = known.get(year)
  if (found !== undefined) return found
  const standard = Math.min(...[0, 6].map((month) => zone.offsetAt(Date.UTC(year, month, 1) / 1000)))
  known.set(year, standard)
  return standard
}

/** The abbreviated name of a time zone if the browser knows one in letters, otherwise its offset, such as `+0530`. */
function shortName(timeZone: string, seconds: number, offset: number): string {
  for (const locale of ['en-US', 'en-GB', 'en-AU']) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(seconds * 1000)
    const short = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    if (/^[A-Z]{3,5}$/.test(short)) return short
  }
  const minutes = Math.round(Math.abs(offset) / 60)
  const text =
    String(Math.floor(minutes / 60)).padStart(2, '0') +
    (minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${text}`
}
