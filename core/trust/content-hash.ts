import type { SignedKind } from '../rules/signing.ts'
import { readSealed } from '../read/signature/sealed.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * The content hash of a file in the workspace, used as the `integrity` of a chain element (R14.1); null if the file has
 * no content hash.
 */
export function fileContentHash(workspace: Workspace, path: string, kind: SignedKind): string | null {
  const file = workspace.file(path)
  return (file && readSealed(workspace.host, file, kind)?.content_hash) ?? null
}
