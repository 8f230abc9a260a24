import { beginDigest, bytesFor, plain } from './crypto-digests.ts'
import { DOMException } from './dom-exception.ts'
import { notSimulated } from './absent.ts'
import { coded } from './errors.ts'

const digests = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']

const absent = [
  ...['decrypt', 'deriveBits', 'deriveKey', 'encrypt', 'exportKey', 'generateKey', 'importKey'],
  ...['sign', 'unwrapKey', 'verify', 'wrapKey'],
]

/** `crypto.subtle` with digests only. All other methods throw an error. */
class SubtleCrypto {
  async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    if (!ArrayBuffer.isView(data) && !(data instanceof ArrayBuffer))
      throw coded(
        TypeError,
        'ERR_INVALID_ARG_TYPE',
        "Failed to execute 'digest' on 'SubtleCrypto': 2nd argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.",
      )
    const named =
      typeof algorithm === 'object' && algorithm !== null ? (algorithm as { name?: unknown }).name : algorithm
    const name = String(named).toUpperCase()
    const running = digests.includes(name) ? beginDigest(name) : undefined
    if (running === undefined) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError')
    running.update(plain(bytesFor(data, undefined, 'buffer')))
    return running.digest().slice().buffer
  }

  get [Symbol.toStringTag](): string {
    return 'SubtleCrypto'
  }
}
for (const name of absent)
  Object.defineProperty(SubtleCrypto.prototype, name, {
    configurable: true,
    enumerable: true,
    writable: true,
    value: () => Promise.reject(notSimulated(`crypto.subtle.${name}`, 'only digests are simulated')),
  })

/** The only instance of `SubtleCrypto`. */
export const subtle = new SubtleCrypto()
