import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Host } from '../../input/host.ts'
import type { SourceRange } from '../../text/source.ts'
import type { Space } from '../../rules/space.ts'
import type { Place } from '../../workspace/place.ts'
import type { FileText } from '../../workspace/file-text.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { verifySignature } from './ed25519.ts'
import { readSealed } from '../../read/signature/sealed.ts'
import { parseKeyFile, type KeyDocument } from './key-file.ts'
import type { Signature } from '../../read/signature/signature.ts'
import type { WorkShare } from '../../work-budget.ts'

/** A key that the workspace trusts, with its place (R10.3). */
interface TrustedKey extends KeyDocument {
  readonly source: Space
  readonly path: string
}

/** The trusted key with a fingerprint, if found, and the rejected files named after this fingerprint. */
export interface KeySearch {
  readonly key: TrustedKey | undefined
  readonly searched: readonly string[]
  readonly rejected: readonly Diagnostic[]
}

/** Maximum number of signers that one search follows. Real chains of trust have two or three. */
export const mostSigners = 32

/** Searches project, user and bundles for a trusted key. Skips invalid and untrusted files (R10.3). */
export function findTrustedKey(workspace: Workspace, fingerprint: string, share?: WorkShare): KeySearch {
  const searched: string[] = []
  const rejected: Diagnostic[] = []
  // The fingerprint becomes part of a path, so its format is checked first.
  if (!/^[0-9a-f]{16}$/.test(fingerprint)) return { key: undefined, searched, rejected }
  for (const place of workspace.places) {
    searched.push(`${place.trustedKeys}/${fingerprint}.toml`)
    const candidate = candidateAt(workspace, place, fingerprint)
    if (!candidate) continue
    const because = 'problem' in candidate ? candidate.problem : whyNot(workspace, candidate, share)
    if (because !== undefined) {
      rejected.push({ code: 'key-rejected', at: candidate.at, path: candidate.at.path, because })
    } else if ('key' in candidate) return { key: candidate.key, searched, rejected }
  }
  return { key: undefined, searched, rejected }
}

/** The content of a key file: a key with the file's signature, or the file's problem. */
type Candidate = KeyCandidate | { readonly problem: string; readonly at: SourceRange }

interface KeyCandidate {
  readonly key: TrustedKey
  readonly at: SourceRange
  readonly signature: Signature | undefined
}

function candidateAt(workspace: Workspace, place: Place, fingerprint: string): Candidate | undefined {
  const name = `${fingerprint}.toml`
  if (!workspace.listing(place.trustedKeys)?.has(name)) return undefined
  const file = workspace.file(`${place.trustedKeys}/${name}`)
  if (!file) return undefined
  const read = (): Candidate => readCandidate(workspace.host, file, place.space, fingerprint)
  return workspace.remember(file, workspace.figures.trust, read)
}

function readCandidate(host: Host, file: FileText, source: Space, fingerprint: string): Candidate {
  const start = { path: file.path, start: 0, end: 0 }
  const sealed = readSealed(host, file, 'key')
  if (file.text === undefined || !sealed) return { problem: 'it cannot be read as text', at: start }
  const { at } = sealed.signature
  if (sealed.signature.state === 'malformed') return { problem: 'its signature line is malformed', at }
  const document = parseKeyFile(host, file.text)
  if ('problem' in document) return { problem: document.problem, at: start }
  const { path } = file
  if (document.fingerprint !== fingerprint) {
    return { problem: `its key has the fingerprint ${document.fingerprint}`, at: start }
  }
  const signature = sealed.signature.state === 'signed' ? sealed.signature.signature : undefined
  if (signature && signature.hash !== sealed.content_hash) return { problem: 'it was changed after it was signed', at }
  return { key: { ...document, source, path }, at, signature }
}

/** The reason why a valid key file is not trusted; undefined for a trusted file (I6). */
function whyNot(workspace: Workspace, { key, signature }: KeyCandidate, share?: WorkShare): string | undefined {
  if (!signature) return undefined
  const { host } = workspace
  const signer = signature.pubkey_fp
  if (signer === key.fingerprint) {
    return verifySignature(host, signature, key.public_key, share) ? undefined : 'its self-signature is not valid'
  }
  if (!hasKeyFile(workspace, signer)) return `the key of its signer ${signer} is not in any folder of trusted keys`
  if (!isVouchedBy(workspace, signature, share)) return `its signature by ${signer} is not valid`
  switch (signerTrust(workspace, signer, key.fingerprint, share)) {
    case 'trusted':
      return undefined
    case 'circular':
      return `its signer ${signer} is trusted only through this key`
    case 'too-long':
      return `the trust chain of its signer ${signer} has more than ${mostSigners} keys`
    case 'none':
      return `its signer ${signer} is not trusted`
  }
}

function hasKeyFile(workspace: Workspace, fingerprint: string): boolean {
  return workspace.places.some(({ trustedKeys }) => workspace.listing(trustedKeys)?.has(`${fingerprint}.toml`) === true)
}

/**
 * Whether a signer is trusted independently of the key that it signed. Trust starts at a file that is unsigned or
 * signed with its own key. Every key is visited only once, so cycles end (I6).
 */
function signerTrust(
  workspace: Workspace,
  signer: string,
  avoid: string,
  share?: WorkShare,
): 'trusted' | 'circular' | 'too-long' | 'none' {
  const seen = new Set([avoid, signer])
  const open = [signer]
  let circular = false
  for (let fingerprint = open.pop(); fingerprint !== undefined; fingerprint = open.pop()) {
    for (const { key, signature } of keysNamed(workspace, fingerprint)) {
      if (!signature) return 'trusted'
      const next = signature.pubkey_fp
      if (next === fingerprint) {
        if (verifySignature(workspace.host, signature, key.public_key, share)) return 'trusted'
      } else if (next === avoid) circular = true
      else if (!seen.has(next) && isVouchedBy(workspace, signature, share)) {
        if (seen.size > mostSigners) return 'too-long'
        seen.add(next)
        open.push(next)
      }
    }
  }
  return circular ? 'circular' : 'none'
}

/**
 * Whether a signature is valid for the key that it names. All files with this fingerprint contain the same key, so the
 * first file is sufficient.
 */
function isVouchedBy(workspace: Workspace, signature: Signature, share?: WorkShare): boolean {
  for (const { key } of keysNamed(workspace, signature.pubkey_fp)) {
    return verifySignature(workspace.host, signature, key.public_key, share)
  }
  return false
}

function* keysNamed(workspace: Workspace, fingerprint: string): Generator<KeyCandidate> {
  for (const place of workspace.places) {
    const candidate = candidateAt(workspace, place, fingerprint)
    if (candidate && 'key' in candidate) yield candidate
  }
}
