import type { Diagnostic } from '../../diagnostics/facts.ts'
import { verifyFile, type VerificationState } from '../../trust/integrity/verify.ts'
import { sharedWork, type SharedWork } from '../../work-budget.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { findDependencies, type Dependencies, type DependencySearch } from './dependencies.ts'

/** Dependencies with their verification results, in path order. */
interface Verified extends Dependencies {
  readonly states: readonly VerificationState[]
  /** One finding per bad file. */
  readonly findings: readonly Diagnostic[]
}

/**
 * R7.4: the verified files of a dependency search. Tools and runtimes that search the same folder share the result
 * until a file in it changes (R12.1). The value is undefined if the work exceeds a budget.
 */
export function verifiedDependencies(
  workspace: Workspace,
  search: DependencySearch,
): SharedWork & { readonly value: Verified | undefined } {
  return workspace.remember(`dependencies ${JSON.stringify(search)}`, workspace.figures.trust, () =>
    sharedWork((work) => {
      const found = findDependencies(workspace, search)
      const share = work.share('signatures')
      const verifications = found.paths.map((path) => verifyFile(workspace, path, 'tool', 'dependency', share))
      const findings = verifications.flatMap(({ diagnostic }) => diagnostic ?? [])
      return { ...found, states: verifications.map(({ state }) => state), findings }
    }),
  )
}
