import { PyDate } from '../value/value.ts'

const form =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(?:(Z)|([-+])(\d\d?)(?::(\d\d))?))?)?\n?$/

/** A YAML 1.1 date or timestamp; undefined if PyYAML raises an error, because the format or the day is invalid. */
export function yamlTimestamp(text: string): PyDate | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const at = (index: number) => Number(match[index] ?? 0)
  const [year, month, day, hour, minute, second] = [at(1), at(2), at(3), at(4), at(5), at(6)]
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  const date = `${two(year, 4)}-${two(month)}-${two(day)}`
  if (match[4] === undefined) return new PyDate('date', date)
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const fraction = (match[7] ?? '').slice(0, 6).padEnd(6, '0')
  const zone = zoneText(match[8] !== undefined, match[9], at(10) * 60 + at(11))
  if (zone === undefined) return undefined
  const time = `${two(hour)}:${two(minute)}:${two(second)}${fraction === '000000' ? '' : `.${fraction}`}`
  return new PyDate('datetime', `${date}T${time}${zone}`)
}

function two(number: number, width = 2): string {
  return String(number).padStart(width, '0')
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The offset in ISO format; undefined for a day or more, which Python rejects. `-00:00` is UTC. */
function zoneText(utc: boolean, sign: string | undefined, minutes: number): string | undefined {
  if (utc) return '+00:00'
  if (sign === undefined) return ''
  if (minutes >= 24 * 60) return undefined
  return `${minutes === 0 ? '+' : sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
