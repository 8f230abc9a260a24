import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js'
import type { CHash } from '@noble/hashes/utils.js'
import { Buffer, encodingOf } from './buffer.ts'
import { coded, invalidArgType } from './errors.ts'

const digests: Readonly<Record<string, CHash>> = {
  ...{ md5, sha1, ripemd160, ripemd: ripemd160, rmd160: ripemd160, sha224, sha256, sha384, sha512 },
  'sha512-224': sha512_224,
  'sha512-256': sha512_256,
  'sha3-224': sha3_224,
  'sha3-256': sha3_256,
  'sha3-384': sha3_384,
  'sha3-512': sha3_512,
  blake2b512: blake2b,
  blake2s256: blake2s,
}

/** A digest in progress. */
export interface Running {
  update(data: Uint8Array): unknown
  digest(): Uint8Array
  clone?(): Running
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^rsa-/, '')
    .replace(/^sha-?(?=\d)/, 'sha')
    .replace('sha512/', 'sha512-')
}

/** The digest with this name, in any spelling that Node accepts; undefined if it is unknown. */
function digestOf(name: string): CHash | undefined {
  const plain = plainName(name)
  return Object.hasOwn(digests, plain) ? digests[plain] : undefined
}

/**
 * The digest with a name.
 * @throws Node's error if it is unknown.
 */
export function neededDigest(name: string): CHash {
  const known = digestOf(name)
  if (known === undefined) throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`)
  return known
}

/** Start a digest; undefined if it is unknown. */
export function beginDigest(name: string): Running | undefined {
  return digestOf(name)?.create() as unknown as Running | undefined
}

/**
 * The bytes of a program's data for a digest.
 * @throws Node's error for a value that is not a string or bytes
 */
export function bytesFor(data: unknown, encoding: unknown, name = 'data'): Uint8Array {
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

/** The same bytes as a plain `Uint8Array`, not a subclass. */
export function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
