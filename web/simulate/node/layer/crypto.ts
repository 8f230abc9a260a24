import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import { withAbsent } from './absent.ts'
import { Buffer } from './buffer.ts'
import { callable } from './callable.ts'
import { beginDigest, bytesFor, neededDigest, plain, type Running } from './crypto-digests.ts'
import { answered, getRandomValues, random, randomFillSync, randomInt, randomUUID, webCrypto } from './crypto-random.ts'
import { DOMException } from './dom-exception.ts'
import { coded, invalidArgType } from './errors.ts'
import { Transform } from './stream.ts'
import { checkInteger, checkNumber, checkString } from './validate.ts'

function finished(bytes: Uint8Array, encoding: unknown): unknown {
  const buffer = Buffer.from(bytes)
  return encoding === undefined || encoding === null || encoding === 'buffer' ? buffer : buffer.toString(encoding)
}

/** The base class of `Hash` and `Hmac`. It accepts data directly or as a stream, and can be finished only once. */
class Summing extends Transform {
  protected state: Running
  #done = false

  constructor(state: Running, options?: object) {
    super(options)
    this.state = state
    Object.defineProperty(this, 'state', { enumerable: false })
  }

  update(data: unknown, encoding?: unknown): this {
    if (this.#done) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called')
    this.state.update(plain(bytesFor(data, encoding)))
    return this
  }

  digest(encoding?: unknown): unknown {
    if (this.#done) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called')
    this.#done = true
    return finished(this.state.digest(), encoding)
  }

  override _transform(chunk: unknown, encoding: string, done: (error?: Error | null) => void): void {
    this.state.update(plain(bytesFor(chunk, encoding)))
    done()
  }

  override _flush(done: (error?: Error | null) => void): void {
    this.push(this.digest())
    done()
  }

  protected get ended(): boolean {
    return this.#done
  }
}

class Hash extends Summing {
  constructor(algorithm: unknown, options?: object) {
    checkString(algorithm, 'algorithm')
    const running = beginDigest(algorithm)
    if (running === undefined) throw new Error('Digest method not supported')
    super(running, options)
  }

  copy(): Hash {
    if (this.ended) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called')
    const made = new Hash('sha1')
    Object.defineProperty(made, 'state', { value: this.state.clone?.(), writable: true, enumerable: false })
    return made
  }
}

class Hmac extends Summing {
  constructor(algorithm: unknown, key: unknown, options?: object) {
    checkString(algorithm, 'hmac')
    const digest = neededDigest(algorithm)
    if (typeof key !== 'string' && !ArrayBuffer.isView(key) && !(key instanceof ArrayBuffer))
      throw invalidArgType(
        'key',
        ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'string', 'KeyObject', 'CryptoKey'],
        key,
      )
    super(hmac.create(digest, plain(bytesFor(key, 'utf8', 'key'))) as unknown as Running, options)
  }

  /** A second call returns an empty digest. For a hash, a second call throws an error. */
  override digest(encoding?: unknown): unknown {
    return this.ended ? finished(new Uint8Array(), encoding) : super.digest(encoding)
  }
}

function pbkdf2Sync(password: unknown, salt: unknown, iterations: unknown, keylen: unknown, digest: unknown): Buffer {
  checkString(digest, 'digest')
  const one = bytesFor(password, 'utf8', 'password')
  const two = bytesFor(salt, 'utf8', 'salt')
  checkInteger(iterations, 'iterations', 1, 2147483647)
  checkInteger(keylen, 'keylen', 0, 2147483647)
  const known = neededDigest(digest)
  return Buffer.from(pbkdf2(known, plain(one), plain(two), { c: iterations, dkLen: keylen }))
}

function scryptSync(
  password: unknown,
  salt: unknown,
  keylen: unknown,
  options: Readonly<Record<string, number | undefined>> = {},
): Buffer {
  checkInteger(keylen, 'keylen', 0, 2147483647)
  const { N = 16384, cost = N, r = 8, blockSize = r, p = 1, parallelization = p } = options
  const [one, two] = [bytesFor(password, 'utf8', 'password'), bytesFor(salt, 'utf8', 'salt')]
  const settings = { N: cost, r: blockSize, p: parallelization, dkLen: keylen }
  return Buffer.from(scrypt(plain(one), plain(two), settings))
}

const withCallback =
  (call: (...args: never[]) => unknown) =>
  (...args: unknown[]): void =>
    void answered(args.pop() ?? null, () => call(...(args as never[])))

function timingSafeEqual(one: unknown, other: unknown): boolean {
  for (const [name, value] of Object.entries({ buf1: one, buf2: other }))
    if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer))
      throw invalidArgType(name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value)
  const [a, b] = [bytesFor(one, 'utf8', 'buf1'), bytesFor(other, 'utf8', 'buf2')]
  if (a.length !== b.length)
    throw coded(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length')
  return Buffer.from(a).equals(Buffer.from(b))
}

const webDigests = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']

/** `crypto.subtle` with digests only. All other methods throw an error. */
class SubtleCrypto {
  async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    if (!ArrayBuffer.isView(data) && !(data instanceof ArrayBuffer))
      throw invalidArgType('data', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], data)
    const named = typeof algorithm === 'object' ? (algorithm as { name?: unknown } | null)?.name : algorithm
    const name = String(named).toUpperCase()
    const running = webDigests.includes(name) ? beginDigest(name) : undefined
    if (running === undefined) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError')
    running.update(plain(bytesFor(data, undefined, 'buffer')))
    return running.digest().slice().buffer
  }
}
withAbsent('subtle', SubtleCrypto.prototype)
Object.defineProperty(SubtleCrypto.prototype, Symbol.toStringTag, { value: 'SubtleCrypto', configurable: true })

/** The only instance of `SubtleCrypto`. */
export const subtle = new SubtleCrypto()

/** `node:crypto`: hashes, HMACs, key derivation from passwords, and random values. */
export const crypto = withAbsent('crypto', {
  createHash: (algorithm: unknown, options?: object): Hash => new Hash(algorithm, options),
  createHmac: (algorithm: unknown, key: unknown, options?: object): Hmac => new Hmac(algorithm, key, options),
  Hash: callable(Hash),
  Hmac: callable(Hmac),
  randomBytes(size: unknown, done?: unknown): Buffer | undefined {
    checkNumber(size, 'size', 0, 2147483647)
    return answered(done, () => Buffer.from(random(size)))
  },
  randomFillSync,
  randomInt,
  randomUUID,
  pbkdf2Sync,
  pbkdf2: withCallback(pbkdf2Sync as never),
  scryptSync,
  scrypt: withCallback(scryptSync as never),
  timingSafeEqual,
  webcrypto: webCrypto,
  subtle,
  getRandomValues,
  constants: {},
})
