/** Seconds of a quarter of an hour: no zone changes its offset within one. */
const quarter = 900
/** Offsets that are kept. */
const mostKept = 4096
/** The first second of the year 1, before which no zone differs. */
const yearOne = -62_135_596_800

/** The time zone of one program, by the browser's own table of zones. */
export class TimeZone {
  #name = 'UTC'
  #known = true
  #format = formatOf('UTC')
  readonly #offsets = new Map<number, number>()

  get name(): string {
    return this.#name
  }

  /** Reckon as `TZ` says; a name that is none means UTC, as for a C library. */
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

  /** Seconds that clocks are ahead of UTC at a time, itself in seconds. */
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

  /** The name of the zone at a time, such as "Central European Standard Time": one of its two names of today. */
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

/** The first days of a year's halves, in one of which a zone has its summer. */
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
