import type { Diagnostic, SignedRole } from '../../diagnostics/facts.ts'
import { extensionOf, parentOf } from '../../text/path.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { verifySignature } from './ed25519.ts'
import { readSealed, type Sealed } from '../../read/signature/sealed.ts'
import type { Signature } from '../../read/signature/signature.ts'
import { signatureFormat, type SignedKind } from '../../rules/signing.ts'
import { findTrustedKey } from './trust.ts'
import type { SharedWork, WorkShare } from '../../work-budget.ts'
import type { FileText } from '../../workspace/file-text.ts'

/** The results of a verification, in the order of the checks (R10.4). */
export type VerificationState =
  'no-format' | 'unreadable' | 'malformed' | 'unsigned' | 'modified' | 'untrusted-key' | 'bad-signature' | 'verified'

/** The result of verifying a file's signature. Only `verified` has no `diagnostic`. */
export interface Verification {
  readonly state: VerificationState
  readonly content_hash: string | null
  /** Fingerprint of the key that the signature names, trusted or not; null without a readable signature. */
  readonly key_fp: string | null
  readonly signature: Signature | null
  readonly diagnostic: Diagnostic | null
  /** The findings about rejected files of this key (R10.3). */
  readonly rejected: readonly Diagnostic[]
}

/**
 * Verifies one file (R10.4). The caller handles dev mode and built-in primitives. Expensive parts, such as hashes,
 * signature checks and key files, are cached by content. All work counts against the share, if given.
 */
export function verifyFile(
  workspace: Workspace,
  path: string,
  kind: SignedKind,
  role: SignedRole,
  share?: WorkShare,
): Verification {
  const start = { path, start: 0, end: 0 }
  if (!signatureFormat(path, kind)) {
    return unsealed('no-format', { code: 'signature-no-format', at: start, path, extension: extensionOf(path) })
  }
  const file = workspace.file(path)
  if (!file) {
    return unsealed('unreadable', {
      code: 'item-not-found',
      at: null,
      item_id: path,
      searched: [parentOf(path)],
      near: [],
    })
  }
  share?.drawShared(workOf(file))
  const sealed = readSealed(workspace.host, file, kind)
  if (!sealed) {
    const because = file.problem ?? 'not-utf8'
    return unsealed('unreadable', { code: 'file-unreadable', at: start, path, because })
  }
  return verifySealed(workspace, path, role, sealed, share)
}

/** Units of work to check one file, and to hash one character. */
const fileWork = 100
const characterWork = 0.2

/** The work to hash each file, shared because many chains contain the same runtime, which is hashed only once. */
const works = new WeakMap<FileText, SharedWork>()

function workOf(file: FileText): SharedWork {
  let known = works.get(file)
  if (!known) works.set(file, (known = { used: fileWork + (file.text?.length ?? 0) * characterWork }))
  return known
}

/** Verifies a file with known hash and signature. */
export function verifySealed(
  workspace: Workspace,
  path: string,
  role: SignedRole,
  sealed: Sealed,
  share?: WorkShare,
): Verification {
  const { content_hash } = sealed
  const { at } = sealed.signature
  if (sealed.signature.state === 'malformed')
    return outcome('malformed', content_hash, null, { code: 'signature-malformed', at, path, role })
  if (sealed.signature.state === 'none')
    // Many tools have the same runtime, so they share one finding object.
    return outcome(
      'unsigned',
      content_hash,
      null,
      (sealed.missing[role] ??= { code: 'signature-missing', at, path, role }),
    )
  const { signature } = sealed.signature
  const { pubkey_fp: fingerprint, hash: signed_hash } = signature
  if (signed_hash !== content_hash) {
    const finding: Diagnostic = { code: 'signature-modified', at, path, role, signed_hash, hash: content_hash }
    return outcome('modified', content_hash, signature, finding)
  }
  const { key, searched, rejected } = findTrustedKey(workspace, fingerprint, share)
  if (!key) {
    const finding: Diagnostic = { code: 'signature-untrusted', at, path, role, fingerprint, searched }
    return outcome('untrusted-key', content_hash, signature, finding, rejected)
  }
  if (!verifySignature(workspace.host, signature, key.public_key, share))
    return outcome(
      'bad-signature',
      content_hash,
      signature,
      { code: 'signature-bad', at, path, role, fingerprint },
      rejected,
    )
  return outcome('verified', content_hash, signature, null, rejected)
}

function unsealed(state: VerificationState, diagnostic: Diagnostic): Verification {
  return outcome(state, null, null, diagnostic)
}

function outcome(
  state: VerificationState,
  content_hash: string | null,
  signature: Signature | null,
  diagnostic: Diagnostic | null,
  rejected: readonly Diagnostic[] = [],
): Verification {
  return { state, content_hash, key_fp: signature?.pubkey_fp ?? null, signature, diagnostic, rejected }
}
