import { withAbsent } from './absent.ts'
import { beginDigest, bytesFor, plain } from './crypto-digests.ts'
import { DOMException } from './dom-exception.ts'
import { invalidArgType } from './errors.ts'

const digests = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']

/** `crypto.subtle` with digests only. All other methods throw an error. */
class SubtleCrypto {
  async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    if (!ArrayBuffer.isView(data) && !(data instanceof ArrayBuffer))
      throw invalidArgType('data', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], data)
    const named = typeof algorithm === 'object' ? (algorithm as { name?: unknown } | null)?.name : algorithm
    const name = String(named).toUpperCase()
    const running = digests.includes(name) ? beginDigest(name) : undefined
    if (running === undefined) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError')
    running.update(plain(bytesFor(data, undefined, 'buffer')))
    return running.digest().slice().buffer
  }
}
withAbsent('subtle', SubtleCrypto.prototype)
Object.defineProperty(SubtleCrypto.prototype, Symbol.toStringTag, { value: 'SubtleCrypto', configurable: true })

/** The only instance of `SubtleCrypto`. */
export const subtle = new SubtleCrypto()
