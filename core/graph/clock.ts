const day = 86_400_000

/** Milliseconds since 1970 in the format of Python's `isoformat()` in UTC, without a zero fraction (R16.3). */
export function isoTime(milliseconds: number): string {
  const days = Math.floor(milliseconds / day)
  const rest = milliseconds - days * day
  const two = (value: number): string => String(value).padStart(2, '0')
  const seconds = Math.floor(rest / 1_000)
  const time = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  const fraction = rest % 1_000
  return `${dateOf(days)}T${time}${fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}000`}+00:00`
}

/**
 * The date of a day, given as the number of days since 1970-01-01. Internally, years begin in March, so that the leap
 * day is the last day.
 */
function dateOf(days: number): string {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}
