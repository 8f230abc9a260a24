import type { SignedRole } from '../../diagnostics/facts.ts'
import type { Host } from '../../input/host.ts'
import type { FileText } from '../../workspace/file-text.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { contentForHash, readSignature, type SignatureRead, type SignedKind } from './signature.ts'
import type { Verification } from '../integrity/verify.ts'

/** SHA-256 of a text without signature and shebang (R10.2), or undefined if the path has no signature format. */
export function contentHash(host: Host, text: string, path: string, kind: SignedKind): string | undefined {
  const content = contentForHash(text, path, kind)
  return content === undefined ? undefined : host.sha256(content)
}

/** What a file says of its own signing: its content hash, and what stands where a signature belongs. */
export interface Sealed {
  readonly content_hash: string
  readonly signature: SignatureRead
  /** What verifying a file without a signature comes to, by its role. */
  readonly unsigned: Partial<Record<SignedRole, Verification>>
}

/** Hash and signature of a file as read, remembered while the file stays the same; undefined without text or format. */
export function readSealed(host: Host, file: FileText, kind: SignedKind): Sealed | undefined {
  const known = file.sealed[kind]
  if (known !== undefined) return known ?? undefined
  const sealed = seal(host, file, kind)
  file.sealed[kind] = sealed ?? null
  return sealed
}

function seal(host: Host, file: FileText, kind: SignedKind): Sealed | undefined {
  if (file.text === undefined) return undefined
  const signature = readSignature(file.text, file.path, kind)
  if (!signature) return undefined
  // Without signature, shebang and changed line ends the content is the file, which has been hashed already.
  const whole = file.exact && signature.state === 'none' && !file.text.startsWith('#!')
  const content_hash = whole ? file.hash : contentHash(host, file.text, file.path, kind)
  return content_hash === undefined ? undefined : { content_hash, signature, unsigned: {} }
}

/** The content hash of a file in the workspace: the `integrity` of a chain element (R14.1). Null if it has none. */
export function fileContentHash(workspace: Workspace, path: string, kind: SignedKind): string | null {
  const file = workspace.file(path)
  return (file && readSealed(workspace.host, file, kind)?.content_hash) ?? null
}
