import { host } from './host.ts'

/** What of `Intl` is simulated: numbers and dates as American English writes them, in UTC. */
export function installIntl(): void {
  define(Number.prototype, 'toLocaleString', function (this: number) {
    return spelled(Number(this))
  })
  define(BigInt.prototype, 'toLocaleString', function (this: bigint) {
    return grouped(String(this))
  })
  define(String.prototype, 'localeCompare', function (this: string, other: unknown) {
    return host('compareTexts', String(this), String(other))
  })
  const date = (at: Date): string => `${at.getMonth() + 1}/${at.getDate()}/${at.getFullYear()}`
  const time = (at: Date): string => {
    const two = (part: number): string => String(part).padStart(2, '0')
    return `${at.getHours() % 12 || 12}:${two(at.getMinutes())}:${two(at.getSeconds())} ${at.getHours() < 12 ? 'AM' : 'PM'}`
  }
  const zoned = (write: (at: Date) => string) =>
    function (this: Date): string {
      return Number.isNaN(this.getTime()) ? 'Invalid Date' : write(this)
    }
  define(Date.prototype, 'toLocaleDateString', zoned(date))
  define(Date.prototype, 'toLocaleTimeString', zoned(time))
  define(
    Date.prototype,
    'toLocaleString',
    zoned((at) => `${date(at)}, ${time(at)}`),
  )
  for (const name of ['toString', 'toTimeString'] as const) {
    const { [name]: native } = Date.prototype
    define(Date.prototype, name, function (this: Date) {
      return native.call(this).replace(/GMT\+0000$/, 'GMT+0000 (Coordinated Universal Time)')
    })
  }
}

function define(prototype: object, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false })
}

const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')

function spelled(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  if (!Number.isFinite(value)) return `${sign}∞`
  const size = Math.abs(value)
  const rounded = size < 1e15 ? Math.round(size * 1000) / 1000 : size
  const whole = Math.trunc(rounded)
  const part =
    size < 1e15
      ? (rounded - whole)
          .toFixed(3)
          .slice(1)
          .replace(/\.?0+$/, '')
      : ''
  return sign + grouped(String(BigInt(whole))) + part
}
