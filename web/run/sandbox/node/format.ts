import { inspect } from './inspect.ts'

/** `util.format`: what `console.log` makes of its arguments. */
export function format(first: unknown, ...rest: readonly unknown[]): string {
  if (typeof first !== 'string')
    return [first, ...rest].map((item) => (typeof item === 'string' ? item : inspect(item))).join(' ')
  let used = 0
  const text = first.replaceAll(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return rest.length > 0 ? '%' : '%%'
    if (used >= rest.length) return mark
    const value = rest[used++]
    switch (mark) {
      case '%s':
        return typeof value === 'string'
          ? value
          : typeof value === 'object' && value !== null
            ? inspect(value, { depth: 0 })
            : typeof value === 'bigint'
              ? `${value}n`
              : Object.is(value, -0)
                ? '-0'
                : String(value)
      case '%d':
        return typeof value === 'bigint' ? `${value}n` : typeof value === 'symbol' ? 'NaN' : String(Number(value))
      case '%i':
        return typeof value === 'bigint' ? `${value}n` : String(Number.parseInt(String(value)))
      case '%f':
        return String(Number.parseFloat(String(value)))
      case '%j':
        return JSON.stringify(value) ?? 'undefined'
      case '%c':
        return ''
      default:
        return inspect(value, { depth: 4 })
    }
  })
  return [text, ...rest.slice(used).map((item) => (typeof item === 'string' ? item : inspect(item)))].join(' ')
}
