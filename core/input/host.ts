import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Parts } from '../parts.ts'
import { decodeUtf8 } from '../text/utf8.ts'

/** Functions that a host can replace with faster ones. The results are the same on every host. */
export interface Ports {
  /** SHA-256 in lower-case hex. Text is encoded as UTF-8. */
  sha256(data: string | Uint8Array): string
  /** Decodes strict UTF-8; undefined for invalid bytes. Keeps a byte order mark. */
  decodeUtf8(bytes: Uint8Array): string | undefined
  /** Whether a raw 64-byte Ed25519 signature over the message is valid for the raw 32-byte public key (RFC 8032). */
  verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean
  /** The raw Ed25519 signature of a message by a raw 32-byte seed. */
  signEd25519(message: Uint8Array, seed: Uint8Array): Uint8Array
}

/** The services that the engine needs from its host. */
export interface Host extends Ports {
  /** The loaded parts of the engine. */
  readonly parts: Parts
  /** The form of an ID in the names of this host's files. Default: as written. */
  readonly formOf?: (id: string) => string
  /** Whether a path is in a space that does not exist. Messages do not name such paths. */
  readonly isInMissingSpace?: (path: string) => boolean
}

/**
 * Every port in pure JavaScript: slow, and the same on every host. Only `signEd25519` can throw, for a seed that is not
 * 32 bytes long.
 */
export const purePorts: Ports = {
  sha256: (data) => bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data)),
  decodeUtf8,
  verifyEd25519(signature, message, publicKey) {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      return false // a malformed key or signature is not valid
    }
  },
  signEd25519: (message, seed) => ed25519.sign(message, seed),
}
