import { Buffer } from './buffer.ts'
import { bytesFor, plain } from './crypto-digests.ts'
import { invalidArgType, invalidArgValue } from './errors.ts'
import { knowKeys } from './util-types.ts'
import { illegalConstructor } from './validate.ts'

const secrets = new WeakMap<object, Uint8Array>()

/** The bytes of a secret key; nothing of another value. */
export function secretOf(key: unknown): Uint8Array | undefined {
  return typeof key === 'object' && key !== null ? secrets.get(key) : undefined
}

knowKeys((value) => secretOf(value) !== undefined)

/** A key as an object, which shows nothing of it until asked. */
export class KeyObject {
  constructor() {
    throw illegalConstructor()
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    return secretOf(value) !== undefined
  }

  get [Symbol.toStringTag](): string {
    return 'KeyObject'
  }
}

class SecretKeyObject {
  constructor(bytes: Uint8Array) {
    secrets.set(this, bytes)
  }

  get type(): string {
    return 'secret'
  }

  get symmetricKeySize(): number {
    return secretOf(this)?.length ?? 0
  }

  export(options?: { readonly format?: unknown }): unknown {
    const bytes = Buffer.from(secretOf(this) ?? [])
    const format = options?.format
    if (format === 'jwk') return { kty: 'oct', k: bytes.toString('base64url') }
    if (format !== undefined && format !== 'buffer')
      throw invalidArgValue('options.format', format, "must be one of: undefined, 'buffer', 'jwk'")
    return bytes
  }

  equals(other: unknown): boolean {
    if (!(other instanceof KeyObject)) throw invalidArgType('otherKeyObject', 'KeyObject', other)
    return Buffer.from(secretOf(this) ?? []).equals(Buffer.from(secretOf(other) ?? []))
  }

  get [Symbol.toStringTag](): string {
    return 'KeyObject'
  }
}

/** A key for codes from its bytes. */
export function createSecretKey(key: unknown, encoding?: unknown): SecretKeyObject {
  if (typeof key !== 'string' && !ArrayBuffer.isView(key) && !(key instanceof ArrayBuffer))
    throw invalidArgType('key', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], key)
  return new SecretKeyObject(plain(bytesFor(key, encoding, 'key')).slice())
}
