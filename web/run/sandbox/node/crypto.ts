import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
import type { CHash } from '@noble/hashes/utils.js'
import { Buffer, encodingOf } from './buffer.ts'
import { coded, invalidArgType } from './errors.ts'
import { answered, getRandomValues, random, randomFillSync, randomInt, randomUUID, webCrypto } from './crypto-random.ts'
import { Transform } from './stream.ts'
import { setImmediate } from './timers.ts'
import { checkFunction, checkInteger, checkNumber, checkString } from './validate.ts'

type Digest = CHash
interface Running {
  update(data: Uint8Array): unknown
  digest(): Uint8Array
  clone?(): Running
}

const digests: Readonly<Record<string, Digest>> = {
  ...{ md5, sha1, ripemd160, rmd160: ripemd160, sha224, sha256, sha384, sha512 },
  'sha512-224': sha512_224,
  'sha512-256': sha512_256,
}

function digestOf(name: string): Digest | undefined {
  const plain = name
    .toLowerCase()
    .replace(/^rsa-/, '')
    .replace(/^sha-?(?=\d)/, 'sha')
    .replace('sha512/', 'sha512-')
  return Object.hasOwn(digests, plain) ? digests[plain] : undefined
}

function bytesFor(data: unknown, encoding: unknown, name = 'data'): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, encodingOf(encoding) ?? 'utf8')
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  if (data instanceof ArrayBuffer && name !== 'data') return new Uint8Array(data)
  throw invalidArgType(
    name,
    name === 'data'
      ? ['string', 'Buffer', 'TypedArray', 'DataView']
      : ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'],
    data,
  )
}

const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function finished(bytes: Uint8Array, encoding: unknown): unknown {
  const buffer = Buffer.from(bytes)
  return encoding === undefined || encoding === null || encoding === 'buffer' ? buffer : buffer.toString(encoding)
}

/** What hashes and authentication codes share: they take data, also as streams, and end once. */
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
  readonly #options: object | undefined

  constructor(algorithm: unknown, options?: object) {
    checkString(algorithm, 'algorithm')
    const digest = digestOf(algorithm)
    if (digest === undefined) throw new Error('Digest method not supported')
    super(digest.create() as unknown as Running, options)
    this.#options = options
  }

  copy(): Hash {
    if (this.ended) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called')
    const made = new Hash('sha1', this.#options)
    Object.defineProperty(made, 'state', { value: this.state.clone?.(), writable: true, enumerable: false })
    return made
  }
}

class Hmac extends Summing {
  constructor(algorithm: unknown, key: unknown, options?: object) {
    checkString(algorithm, 'hmac')
    const digest = digestOf(algorithm)
    if (digest === undefined) throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`)
    if (typeof key !== 'string' && !ArrayBuffer.isView(key) && !(key instanceof ArrayBuffer))
      throw invalidArgType(
        'key',
        ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'string', 'KeyObject', 'CryptoKey'],
        key,
      )
    super(hmac.create(digest, plain(bytesFor(key, 'utf8', 'key'))) as unknown as Running, options)
  }
}

function pbkdf2Sync(password: unknown, salt: unknown, iterations: unknown, keylen: unknown, digest: unknown): Buffer {
  checkString(digest, 'digest')
  const one = bytesFor(password, 'utf8', 'password')
  const two = bytesFor(salt, 'utf8', 'salt')
  checkInteger(iterations, 'iterations', 1, 2147483647)
  checkInteger(keylen, 'keylen', 0, 2147483647)
  const known = digestOf(digest)
  if (known === undefined) throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`)
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
  return Buffer.from(
    scrypt(plain(bytesFor(password, 'utf8', 'password')), plain(bytesFor(salt, 'utf8', 'salt')), {
      N: cost,
      r: blockSize,
      p: parallelization,
      dkLen: keylen,
    }),
  )
}

function hkdfSync(digest: unknown, key: unknown, salt: unknown, info: unknown, keylen: unknown): ArrayBuffer {
  checkString(digest, 'digest')
  checkInteger(keylen, 'length', 0, 2147483647)
  const known = digestOf(digest)
  if (known === undefined) throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`)
  const made = hkdf(
    known,
    plain(bytesFor(key, 'utf8', 'key')),
    plain(bytesFor(salt, 'utf8', 'salt')),
    plain(bytesFor(info, 'utf8', 'info')),
    keylen,
  )
  return made.slice().buffer
}

const withCallback =
  (call: (...args: never[]) => unknown) =>
  (...args: unknown[]): void => {
    const done = args.pop()
    checkFunction(done, 'callback')
    const value = call(...(args as never[]))
    setImmediate(() => done(null, value))
  }

function timingSafeEqual(one: unknown, other: unknown): boolean {
  for (const [name, value] of [
    ['buf1', one],
    ['buf2', other],
  ] as const)
    if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer))
      throw invalidArgType(name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value)
  const [a, b] = [bytesFor(one, 'utf8', 'buf1'), bytesFor(other, 'utf8', 'buf2')]
  if (a.length !== b.length)
    throw coded(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length')
  return Buffer.from(a).equals(Buffer.from(b))
}

/** `node:crypto`: hashes, codes, keys from passwords and random values. */
export const crypto: Record<string, unknown> = {
  createHash: (algorithm: unknown, options?: object): Hash => new Hash(algorithm, options),
  createHmac: (algorithm: unknown, key: unknown, options?: object): Hmac => new Hmac(algorithm, key, options),
  Hash,
  Hmac,
  hash(algorithm: unknown, data: unknown, encoding: unknown = 'hex'): unknown {
    return new Hash(algorithm).update(data).digest(encoding)
  },
  getHashes: (): string[] => [
    'RSA-MD5',
    'RSA-RIPEMD160',
    'RSA-SHA1',
    'RSA-SHA224',
    'RSA-SHA256',
    'RSA-SHA384',
    'RSA-SHA512',
    'md5',
    'ripemd160',
    'sha1',
    'sha224',
    'sha256',
    'sha384',
    'sha512',
    'sha512-224',
    'sha512-256',
  ],
  randomBytes(size: unknown, done?: unknown): Buffer | undefined {
    checkNumber(size, 'size', 0, 2147483647)
    return answered(done, () => Buffer.from(random(size)))
  },
  randomFillSync,
  randomFill(buffer: unknown, ...rest: unknown[]): void {
    const done = rest.pop()
    checkFunction(done, 'callback')
    const filled = randomFillSync(buffer, ...(rest as [number?, number?]))
    setImmediate(() => done(null, filled))
  },
  randomInt,
  randomUUID,
  pbkdf2Sync,
  pbkdf2: withCallback(pbkdf2Sync as never),
  scryptSync,
  scrypt: withCallback(scryptSync as never),
  hkdfSync,
  hkdf: withCallback(hkdfSync as never),
  timingSafeEqual,
  webcrypto: webCrypto,
  getRandomValues,
  constants: {},
}
for (const [name, why] of Object.entries({
  createCipheriv: 'ciphers',
  createDecipheriv: 'ciphers',
  createSign: 'signatures',
  createVerify: 'signatures',
  sign: 'signatures',
  verify: 'signatures',
  generateKeyPairSync: 'key pairs',
  generateKeyPair: 'key pairs',
  createPrivateKey: 'keys',
  createPublicKey: 'keys',
  createSecretKey: 'keys',
  createDiffieHellman: 'key exchange',
  createECDH: 'key exchange',
})) {
  crypto[name] = () => {
    throw coded(Error, 'ERR_NOT_SIMULATED', `The simulation has no ${why} (crypto.${name}); run for real`)
  }
}
