import type { Host } from '../host.ts'
import type { FileText, Workspace } from '../workspace.ts'
import { contentForHash, readSignature, type SignatureRead, type SignedKind } from './signature.ts'

/** SHA-256 of a text without signature and shebang (R10.2), or undefined if the path has no signature format. */
export function contentHash(host: Host, text: string, path: string, kind: SignedKind): string | undefined {
  const content = contentForHash(text, path, kind)
  return content === undefined ? undefined : host.sha256(content)
}

/** What a file says of its own signing: its content hash, and what stands where a signature belongs. */
export interface Sealed {
  readonly content_hash: string
  readonly signature: SignatureRead
}

const remembered = new WeakMap<FileText, Map<SignedKind, Sealed | undefined>>()

/** Hash and signature of a file as read, remembered while the file stays the same; undefined without text or format. */
export function readSealed(host: Host, file: FileText, kind: SignedKind): Sealed | undefined {
  let kinds = remembered.get(file)
  if (!kinds) remembered.set(file, (kinds = new Map()))
  else if (kinds.has(kind)) return kinds.get(kind)
  const sealed = seal(host, file, kind)
  kinds.set(kind, sealed)
  return sealed
}

function seal(host: Host, file: FileText, kind: SignedKind): Sealed | undefined {
  if (file.text === undefined) return undefined
  const signature = readSignature(file.text, file.path, kind)
  const content_hash = contentHash(host, file.text, file.path, kind)
  return signature && content_hash !== undefined ? { content_hash, signature } : undefined
}

/** The content hash of a file in the workspace: the `integrity` of a chain element (R14.1). Null if it has none. */
export function fileContentHash(workspace: Workspace, path: string, kind: SignedKind): string | null {
  const file = workspace.file(path)
  return (file && readSealed(workspace.host, file, kind)?.content_hash) ?? null
}
