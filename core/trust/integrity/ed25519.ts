import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Host } from '../../input/host.ts'
import { decodeBase64Url, encodeBase64Url } from '../../text/base64.ts'
import type { WorkShare } from '../../work-budget.ts'
import type { Signature } from '../../read/signature/signature.ts'

/** Maximum number of cached checks per host. The cache is cleared when it is full. */
const mostAnswers = 20_000

/** Units of work per check in pure JavaScript. */
const checkWork = 15_000

/** Cached checks by host. A check depends only on bytes, so all workspaces of a host share the cache. */
const answers = new WeakMap<Host, Map<string, boolean>>()

/**
 * Whether a base64url signature over the ASCII hex of a hash is valid for a raw public key (R10.2). Results are cached.
 */
export function verifyHash(
  host: Host,
  hash: string,
  signature: string,
  publicKey: Uint8Array | undefined,
  share?: WorkShare,
): boolean {
  if (!publicKey) return false
  // A cached result also counts, so that the limit does not depend on the cache.
  share?.draw(checkWork)
  let known = answers.get(host)
  if (!known) answers.set(host, (known = new Map()))
  const question = `${hash}:${signature}:${encodeBase64Url(publicKey)}`
  const before = known.get(question)
  if (before !== undefined) return before
  const raw = decodeBase64Url(signature)
  const valid = raw?.length === 64 && host.verifyEd25519(raw, utf8ToBytes(hash), publicKey)
  if (known.size >= mostAnswers) known.clear()
  known.set(question, valid)
  return valid
}

/** Like `verifyHash`, for a signature read from a file. */
export function verifySignature(
  host: Host,
  signature: Signature,
  publicKey: Uint8Array | undefined,
  share?: WorkShare,
): boolean {
  return verifyHash(host, signature.hash, signature.ed25519_sig, publicKey, share)
}

/** The unpadded base64url signature over the ASCII hex of a hash, made with a seed (R10.2). */
export function signHash(host: Host, hash: string, seed: Uint8Array): string {
  return encodeBase64Url(host.signEd25519(utf8ToBytes(hash), seed))
}
