import type { Buffer } from './buffer-base.ts'
import { textOf } from './host.ts'

/** The maximum number of bytes that `util.inspect` shows. */
const most = 50

/** A buffer as `util.inspect` shows it, without further properties. */
export function shown(this: Buffer): string {
  const bytes = textOf(this.subarray(0, most), 'hex').replaceAll(/(..)(?=.)/g, '$1 ')
  const left = this.length - most
  return `<Buffer ${bytes}${left > 0 ? ` ... ${left} more byte${left > 1 ? 's' : ''}` : ''}>`
}
