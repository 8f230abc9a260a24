import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Parts } from '../parts.ts'

/** What a host may do faster than the pure defaults: every host gives the same answers. */
export interface Ports {
  /** SHA-256 in lower-case hex; text counts as UTF-8. */
  sha256(data: string | Uint8Array): string
  /** Strict UTF-8, or undefined where the bytes are none. A byte order mark is kept. */
  decodeUtf8(bytes: Uint8Array): string | undefined
  /** Whether a raw 64-byte Ed25519 signature over the message is that of the raw 32-byte public key (RFC 8032). */
  verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean
  /** The raw Ed25519 signature of a message by a raw 32-byte seed. */
  signEd25519(message: Uint8Array, seed: Uint8Array): Uint8Array
  /** The raw Ed25519 public key of a raw 32-byte seed. */
  publicKeyEd25519(seed: Uint8Array): Uint8Array
}

/** What the engine runs on. */
export interface Host extends Ports {
  /** The parts of the engine that are there. */
  readonly parts: Parts
}

/** SHA-256 in pure JavaScript, for documents that are hashed the same way on every host. */
export const pureSha256: Ports['sha256'] = (data) =>
  bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data))
