import { joinPath } from '../../text/path.ts'
import type { Host } from '../../input/host.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { laterFinding, laterMarkOf } from '../../read/metadata/later.ts'
import { signHash } from './ed25519.ts'
import { contentHash } from '../../read/signature/sealed.ts'
import { keyToml } from './key-file.ts'
import { fingerprintOf, readKeyPair, readPublicKey, type KeyPair } from './pem.ts'
import { insertSignature, signatureLine, type Signature } from '../../read/signature/signature.ts'
import { signatureFormat, takesSignature, type SignedKind } from '../../rules/signing.ts'
import { trustedKeysFolder } from '../../workspace/place.ts'

/** A signed text and its signature. */
export interface SignedText {
  readonly text: string
  readonly signature: Signature
}

export type SignProblem = { readonly problem: 'no-format' | 'timestamp' | 'unreadable' | 'later-generation' }

/**
 * Signs file content with universal newlines and replaces an existing signature (R10.5). The host supplies the
 * timestamp, `YYYY-MM-DDThh:mm:ssZ`.
 */
export function signText(
  host: Host,
  text: string,
  path: string,
  kind: SignedKind,
  keys: KeyPair,
  timestamp: string,
): SignedText | SignProblem {
  const format = signatureFormat(path, kind)
  const hash = contentHash(host, text, path, kind)
  if (!format || hash === undefined) return { problem: 'no-format' }
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(timestamp)) return { problem: 'timestamp' }
  const ed25519_sig = signHash(host, hash, keys.seed)
  const signature = { timestamp, hash, ed25519_sig, pubkey_fp: keys.fingerprint }
  return { text: insertSignature(text, signatureLine(signature, format), format), signature }
}

/** A signed file for the caller to write. */
export interface FileToWrite {
  readonly path: string
  readonly text: string
}

/**
 * Signs a file of the workspace if its format allows a signature line. A file from a later release is never signed
 * (R1.9). The caller writes the file (R10.5).
 */
export function signFile(
  workspace: Workspace,
  path: string,
  kind: SignedKind,
  keys: KeyPair,
  timestamp: string,
): (FileToWrite & { readonly signature: Signature }) | SignProblem {
  if (!takesSignature(path, kind)) return { problem: 'no-format' }
  const text = workspace.file(path)?.text
  if (text === undefined) return { problem: 'unreadable' }
  const metadata = kind === 'tool' ? workspace.metadata(path) : undefined
  if (laterMarkOf(text) || laterFinding(metadata)) return { problem: 'later-generation' }
  const signed = signText(workspace.host, text, path, kind, keys, timestamp)
  return 'problem' in signed ? signed : { path, ...signed }
}

/** The paths of the user's signing key pair under the root of the user space. */
export function signingKeyPaths(userRoot: string): { readonly private_key: string; readonly public_key: string } {
  const folder = joinPath(userRoot, '.ai/config/keys/signing')
  return { private_key: `${folder}/private_key.pem`, public_key: `${folder}/public_key.pem` }
}

/** The key pair in the user space, or the problem if the pair is missing or invalid. */
export function readSigningKeys(
  workspace: Workspace,
): KeyPair | { readonly problem: 'missing' | 'private-key' | 'public-key' | 'mismatch' } {
  const paths = signingKeyPaths(workspace.settings.user)
  const private_key = exactText(workspace, paths.private_key)
  const public_key = exactText(workspace, paths.public_key)
  if (private_key === undefined || public_key === undefined) return { problem: 'missing' }
  return readKeyPair(workspace.host, private_key, public_key)
}

/**
 * The unchanged text of a file; undefined if it is missing or not UTF-8. Bypasses the workspace, because the
 * fingerprint covers the unchanged PEM, and universal newlines would change it.
 */
function exactText(workspace: Workspace, path: string): string | undefined {
  const bytes = workspace.files.read(path)?.bytes
  return bytes && workspace.host.decodeUtf8(bytes)
}

/** A key to trust, and its owner. */
export interface KeyToTrust {
  readonly public_key_pem: string
  readonly owner: string
  readonly attestation?: string
  readonly version?: string
}

/** The trusted-key file of a public key under a root, signed if a key pair is given (R10.3, R10.5). */
export function trustKeyFile(
  host: Host,
  root: string,
  key: KeyToTrust,
  signed?: { readonly keys: KeyPair; readonly timestamp: string },
): FileToWrite | { readonly problem: 'public-key' | SignProblem['problem'] } {
  const public_key_pem = `${key.public_key_pem.trim()}\n`
  if (!readPublicKey(public_key_pem)) return { problem: 'public-key' }
  const fingerprint = fingerprintOf(host, public_key_pem)
  const path = `${joinPath(root, trustedKeysFolder)}/${fingerprint}.toml`
  const { owner, attestation = null, version = '1.0.0' } = key
  const text = keyToml({ fingerprint, owner, version, attestation, public_key_pem })
  if (!signed) return { path, text }
  const result = signText(host, text, path, 'key', signed.keys, signed.timestamp)
  return 'problem' in result ? result : { path, text: result.text }
}
