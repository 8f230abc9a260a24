import { laterFinding } from '../read/metadata/later.ts'
import type { Chain, ChainElement } from '../resolve/chain.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { fileContentHash } from './content-hash.ts'
import { verifyFile, type Verification } from './integrity/verify.ts'
import type { LockedElement } from './lockfile/document.ts'
import type { Trace } from '../trace.ts'
import { elementValue } from '../resolve/chain.ts'
import type { WorkShare } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** R10.4: the verification result of each element's signature, by index; null for a built-in primitive. */
export interface Seals {
  readonly verifications: readonly (Verification | null)[]
  readonly findings: readonly Diagnostic[]
}

/** R10.4: verifies every element before the run. A built-in primitive counts as verified. */
export function verifyElements(workspace: Workspace, chain: Chain, trace: Trace, share: WorkShare): Seals {
  const findings: Diagnostic[] = []
  const verifications = chain.elements.map((element) => {
    const verification = element.path === null ? null : verifyFile(workspace, element.path, 'tool', 'element', share)
    // R1.9: a file from a later release has that release's kind of signature.
    if (verification?.diagnostic && !laterFinding(element.metadata)) findings.push(verification.diagnostic)
    for (const finding of verification?.rejected ?? []) findings.push(finding)
    const verified = verification === null || verification.state === 'verified'
    trace?.({
      step: 'verify_integrity',
      item_id: element.item_id,
      verified,
      key_fp: verification?.key_fp ?? null,
      state: verification?.state ?? 'built-in',
    })
    return verification
  })
  return { verifications, findings }
}

/** R14.1, R11: an element in the form that lockfiles and results use, without paths. */
export function portableElement(workspace: Workspace, element: ChainElement): LockedElement {
  const { bundle } = element
  return {
    item_id: element.item_id,
    space: element.space,
    tool_type: elementValue(element, 'tool_type') ?? null,
    executor_id: elementValue(element, 'executor_id') ?? null,
    integrity: element.path === null ? null : fileContentHash(workspace, element.path, 'tool'),
    ...(bundle && workspace.dialect.providers
      ? { provider_id: bundle.bundle_id, provider_version: bundle.version }
      : {}),
  }
}

/** R12.1: the hash of a chain: SHA-256 over the hex SHA-256 of each raw file, in order and without built-ins. */
export function chainHash(workspace: Workspace, elements: readonly ChainElement[]): string {
  const hashes = elements.map((element) => (element.path === null ? '' : (workspace.file(element.path)?.hash ?? '')))
  return workspace.host.sha256(hashes.join(''))
}
