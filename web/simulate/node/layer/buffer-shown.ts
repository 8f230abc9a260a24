import type { Buffer } from './buffer-base.ts'
import { textOf } from './host.ts'

/** The maximum number of bytes that `util.inspect` shows. */
const most = 50

/** A buffer as `util.inspect` shows it. */
export function shown(
  this: Buffer,
  _depth?: unknown,
  options?: object,
  inspect?: (value: object, options: object) => string,
): string {
  const bytes = textOf(this.subarray(0, most), 'hex').replaceAll(/(..)(?=.)/g, '$1 ')
  const left = this.length - most
  let text = left > 0 ? `${bytes} ... ${left} more byte${left > 1 ? 's' : ''}` : bytes
  if (options !== undefined && inspect !== undefined) {
    const extra = Object.keys(this).filter((key) => !/^\d+$/.test(key))
    if (extra.length > 0) {
      const fields = Object.fromEntries(extra.map((key) => [key, (this as unknown as Record<string, unknown>)[key]]))
      const inner = inspect(Object.assign(Object.create(null) as object, fields), {
        ...options,
        breakLength: Infinity,
        compact: true,
      })
      text += `${text === '' ? '' : ', '}${inner.slice('[Object: null prototype] { '.length, -2)}`
    }
  }
  return `<Buffer ${text}>`
}
