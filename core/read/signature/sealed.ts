import type { Diagnostic, SignedRole } from '../../diagnostics/facts.ts'
import type { Host } from '../../input/host.ts'
import { contentForHash, readSignature, type SignatureRead } from './signature.ts'
import type { SignedKind } from '../../rules/signing.ts'

/** SHA-256 of a file without signature and shebang (R10.2); undefined if the path has no signature format. */
export function contentHash(host: Host, text: string, path: string, kind: SignedKind): string | undefined {
  const content = contentForHash(text, path, kind)
  return content === undefined ? undefined : host.sha256(content)
}

/** The signing state of a file: its content hash, and the text at the place of the signature. */
export interface Sealed {
  readonly content_hash: string
  readonly signature: SignatureRead
  /** The finding for a missing signature, by role of the file, created on demand. */
  readonly missing: Partial<Record<SignedRole, Diagnostic>>
}

/**
 * The file data needed to read and check a signature: the text with universal newlines, and the hash of the raw bytes.
 */
export interface SealedText {
  readonly path: string
  readonly text: string | undefined
  readonly hash: string
  /** Whether the text equals the bytes, with the same line breaks. */
  readonly exact: boolean
  /** Cached results of `readSealed`, by kind; null for a file that cannot be signed. */
  readonly sealed: Partial<Record<SignedKind, Sealed | null>>
}

/** The hash and signature of a file, computed once per file state; undefined without text or format. */
export function readSealed(host: Host, file: SealedText, kind: SignedKind): Sealed | undefined {
  const known = file.sealed[kind]
  if (known !== undefined) return known ?? undefined
  const sealed = seal(host, file, kind)
  file.sealed[kind] = sealed ?? null
  return sealed
}

function seal(host: Host, file: SealedText, kind: SignedKind): Sealed | undefined {
  if (file.text === undefined) return undefined
  const signature = readSignature(file.text, file.path, kind)
  if (!signature) return undefined
  // If a file has no signature, no shebang and no changed line breaks, the content is the whole file, whose hash is
  // known.
  const whole = file.exact && signature.state === 'none' && !file.text.startsWith('#!')
  const content_hash = whole ? file.hash : contentHash(host, file.text, file.path, kind)
  return content_hash === undefined ? undefined : { content_hash, signature, missing: {} }
}
