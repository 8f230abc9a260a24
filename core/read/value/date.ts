import type { PyDate } from './value.ts'

interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly microsecond: number
  /** Seconds east of UTC; undefined for a date without time zone. */
  readonly offset: number | undefined
}

const isoForm = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{6}))?(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?)?$/

function partsOf(date: PyDate): DateParts | undefined {
  const match = isoForm.exec(date.iso)
  if (!match) return undefined
  const at = (index: number) => Number(match[index] ?? 0)
  const east = at(9) * 3600 + at(10) * 60 + at(11)
  return {
    year: at(1),
    month: at(2),
    day: at(3),
    hour: at(4),
    minute: at(5),
    second: at(6),
    microsecond: at(7),
    offset: match[8] === undefined ? undefined : match[8] === '-' ? -east : east,
  }
}

/** Python's `repr()` of a date or datetime, without trailing zero seconds, and with UTC by name. */
export function dateRepr(date: PyDate): string {
  const parts = partsOf(date)
  if (!parts) return `datetime.${date.kind}.fromisoformat('${date.iso}')`
  const { year, month, day, hour, minute, second, microsecond, offset } = parts
  if (date.kind === 'date') return `datetime.date(${year}, ${month}, ${day})`
  const fields = [year, month, day, hour, minute]
  if (second || microsecond) fields.push(second)
  if (microsecond) fields.push(microsecond)
  const zone = offset === undefined ? '' : `, tzinfo=${zoneRepr(offset)}`
  return `datetime.datetime(${fields.join(', ')}${zone})`
}

function zoneRepr(offset: number): string {
  if (offset === 0) return 'datetime.timezone.utc'
  // In a timedelta, only the days can be negative.
  const delta = offset < 0 ? `days=-1, seconds=${offset + 86400}` : `seconds=${offset}`
  return `datetime.timezone(datetime.timedelta(${delta}))`
}

/**
 * A string that is the same for dates that are equal in Python: by instant if they have an offset, otherwise by fields.
 */
export function dateKey(date: PyDate): string {
  const parts = date.kind === 'datetime' ? partsOf(date) : undefined
  if (parts?.offset === undefined) return `${date.kind} ${date.iso}`
  const minutes = parts.hour * 60 + parts.minute
  const seconds = dayNumber(parts.year, parts.month, parts.day) * 86400 + minutes * 60 + parts.second - parts.offset
  return `instant ${seconds} ${parts.microsecond}`
}

/**
 * The number of a day in the proleptic Gregorian calendar. Years begin in March, so that the leap day is the last day.
 */
function dayNumber(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1
  const m = month > 2 ? month - 3 : month + 9
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + Math.floor((153 * m + 2) / 5) + day
}
