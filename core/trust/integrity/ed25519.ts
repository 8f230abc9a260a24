import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Host } from '../../input/host.ts'
import { decodeBase64Url, encodeBase64Url } from '../../text/base64.ts'
import type { Signature } from '../signature/signature.ts'

/** Checks kept for one host; past this many they are forgotten and made again. */
const mostRemembered = 20_000

const byContent = new WeakMap<Host, Map<string, boolean>>()

/** Whether a base64url signature over the ASCII hex of a hash is that of a raw public key; remembered (R10.2). */
export function verifyHash(host: Host, hash: string, signature: string, publicKey: Uint8Array | undefined): boolean {
  if (!publicKey) return false
  let known = byContent.get(host)
  if (!known) byContent.set(host, (known = new Map()))
  const question = `${hash}:${signature}:${encodeBase64Url(publicKey)}`
  const before = known.get(question)
  if (before !== undefined) return before
  const raw = decodeBase64Url(signature)
  const valid = raw?.length === 64 && host.verifyEd25519(raw, utf8ToBytes(hash), publicKey)
  if (known.size >= mostRemembered) known.clear()
  known.set(question, valid)
  return valid
}

const bySignature = new WeakMap<Signature, { readonly publicKey: Uint8Array; readonly valid: boolean }>()

/** The same for a signature as read from a file: while file and key stay as they are, the answer costs one look-up. */
export function verifySignature(host: Host, signature: Signature, publicKey: Uint8Array | undefined): boolean {
  if (!publicKey) return false
  const known = bySignature.get(signature)
  if (known?.publicKey === publicKey) return known.valid
  const valid = verifyHash(host, signature.hash, signature.ed25519_sig, publicKey)
  bySignature.set(signature, { publicKey, valid })
  return valid
}

/** The base64url signature, unpadded, of a seed over the ASCII hex of a hash (R10.2). */
export function signHash(host: Host, hash: string, seed: Uint8Array): string {
  return encodeBase64Url(host.signEd25519(utf8ToBytes(hash), seed))
}
