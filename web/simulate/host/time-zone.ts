/** A quarter of an hour in seconds. Offsets change only at its multiples. */
const quarter = 900
/** The maximum number of cached offsets. */
const mostKept = 4096
/** The first second of the year 1, in Unix time. Earlier times have the same offset. */
const yearOne = -62_135_596_800

/** One program's time zone, from the browser's zone table. */
export class TimeZone {
  #name = 'UTC'
  #known = true
  #format = formatOf('UTC')
  readonly #offsets = new Map<number, number>()

  get name(): string {
    return this.#name
  }

  /** Set the zone from `TZ`. An unknown name means UTC, as in the C library. */
  set(name: string | undefined): void {
    const asked = (name ?? '').replace(/^:/, '')
    this.#known = true
    try {
      this.#format = formatOf(asked === '' ? 'UTC' : asked)
      this.#name = asked === '' ? 'UTC' : asked
    } catch {
      this.#format = formatOf('UTC')
      this.#name = 'UTC'
      this.#known = false
    }
    this.#offsets.clear()
  }

  /** The offset from UTC in seconds at a Unix time in seconds. */
  offsetAt(seconds: number): number {
    if (this.#name === 'UTC' || !Number.isFinite(seconds)) return 0
    const slot = Math.floor(Math.max(seconds, yearOne) / quarter)
    const known = this.#offsets.get(slot)
    if (known !== undefined) return known
    if (this.#offsets.size >= mostKept) this.#offsets.clear()
    const offset = this.#offsetOf(slot * quarter)
    this.#offsets.set(slot, offset)
    return offset
  }

  /**
   * The name of the zone at a time in milliseconds, such as "Central European Standard Time". It is one of the zone's
   * two current names.
   */
  nameAt(ms: number): string {
    if (!this.#known) return 'GMT+00:00'
    const today = halves(2024).map((at) => this.#nameOf(at))
    const name = this.#nameOf(ms)
    if (today.includes(name)) return name
    const ahead = this.offsetAt(ms / 1000)
    const isStandard = halves(new Date(ms).getUTCFullYear()).every((at) => this.offsetAt(at / 1000) >= ahead)
    const [first = '', second = ''] = today
    const [one, other] = halves(2024).map((at) => this.offsetAt(at / 1000))
    return isStandard === Number(one) <= Number(other) ? first : second
  }

  #nameOf(ms: number): string {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: this.#name, timeZoneName: 'long' }).formatToParts(ms)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  }

  #offsetOf(seconds: number): number {
    const parts = new Map(this.#format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
    const local = new Date(0)
    local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
    local.setUTCHours(part('hour'), part('minute'), part('second'))
    return Math.round(local.getTime() / 1000) - seconds
  }
}

/** January 1 and July 1 of a year, as Unix times in milliseconds. One of them is in summer. */
function halves(year: number): readonly number[] {
  return [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)]
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const number = 'numeric'
  return new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: number, month: number, day: number },
    ...{ hour: number, minute: number, second: number },
  })
}
