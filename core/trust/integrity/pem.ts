import { ed25519 } from '@noble/curves/ed25519.js'
import type { Host } from '../../input/host.ts'
import { decodeBase64, encodeBase64 } from '../../text/base64.ts'

// DER before the 32 raw bytes: SubjectPublicKeyInfo and PKCS8 with the Ed25519 object ID (RFC 8410).
const spkiHead = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
const pkcs8Head = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20]

const publicLabel = 'PUBLIC KEY'
const privateLabel = 'PRIVATE KEY'

/** A key pair for signing (R10.5). */
export interface KeyPair {
  readonly fingerprint: string
  readonly public_key_pem: string
  readonly private_key_pem: string
  /** The 32 raw bytes of the private key. */
  readonly seed: Uint8Array
}

/** The raw 32 bytes of an Ed25519 public key in SPKI PEM; undefined for other strings. */
export function readPublicKey(pem: string): Uint8Array | undefined {
  return readPem(pem, publicLabel, spkiHead)
}

/** The raw 32-byte seed of an Ed25519 private key in PKCS8 PEM; undefined for other strings. */
export function readPrivateKey(pem: string): Uint8Array | undefined {
  return readPem(pem, privateLabel, pkcs8Head)
}

/** SPKI PEM of a raw public key, in OpenSSL's format. */
export function publicKeyPem(raw: Uint8Array): string {
  return writePem(raw, publicLabel, spkiHead)
}

/** PKCS8 PEM of a raw seed, in OpenSSL's format. */
export function privateKeyPem(seed: Uint8Array): string {
  return writePem(seed, privateLabel, pkcs8Head)
}

/** The fingerprint of a key: the first 16 hex digits of SHA-256 over its unchanged PEM text (R10.2). */
export function fingerprintOf(host: Host, publicPem: string): string {
  return host.sha256(publicPem).slice(0, 16)
}

/** A key pair from 32 random bytes that the host supplies (R10.5). */
export function makeKeyPair(host: Host, seed: Uint8Array): KeyPair | { readonly problem: 'seed' } {
  if (seed.length !== 32) return { problem: 'seed' }
  const public_key_pem = publicKeyPem(ed25519.getPublicKey(seed))
  const fingerprint = fingerprintOf(host, public_key_pem)
  return { fingerprint, public_key_pem, private_key_pem: privateKeyPem(seed), seed }
}

/**
 * The key pair in two PEM strings, or the problem. Keys that do not belong together are rejected, because their
 * signatures would never verify.
 */
export function readKeyPair(
  host: Host,
  private_key_pem: string,
  public_key_pem: string,
): KeyPair | { readonly problem: 'private-key' | 'public-key' | 'mismatch' } {
  const seed = readPrivateKey(private_key_pem)
  if (!seed) return { problem: 'private-key' }
  const raw = readPublicKey(public_key_pem)
  if (!raw) return { problem: 'public-key' }
  // On a host with native crypto, a trial signature is faster than deriving the public key.
  if (!host.verifyEd25519(host.signEd25519(raw, seed), raw, raw)) return { problem: 'mismatch' }
  return { fingerprint: fingerprintOf(host, public_key_pem), public_key_pem, private_key_pem, seed }
}

function readPem(pem: string, label: string, head: readonly number[]): Uint8Array | undefined {
  const begin = `-----BEGIN ${label}-----`
  const end = `-----END ${label}-----`
  const text = pem.trim()
  if (text.length > 1000 || !text.startsWith(begin) || !text.endsWith(end)) return undefined
  const der = decodeBase64(text.slice(begin.length, -end.length).replace(/\s+/g, ''))
  if (!der || der.length !== head.length + 32) return undefined
  return head.every((byte, index) => der[index] === byte) ? der.slice(head.length) : undefined
}

function writePem(raw: Uint8Array, label: string, head: readonly number[]): string {
  return `-----BEGIN ${label}-----\n${encodeBase64(Uint8Array.from([...head, ...raw]))}\n-----END ${label}-----\n`
}
