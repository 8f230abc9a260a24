import type { WorkspaceChecker } from '#core/answer'
import { projectReport, type Problem } from '#core/run'
import type { Workspace } from '#core/workspace'

/** The findings of a whole project. */
export interface ProjectProblems {
  readonly problems: readonly Problem[]
  /** Number of findings that are not listed (limit problems). */
  readonly left_out: number
}

/** Maximum number of findings listed (limit problems). */
export const mostProblems = 1_000

const order = { error: 0, warning: 1, hint: 2 } as const

/** The findings of `rye-chain check`, errors first, so that the limit drops hints and warnings first. */
export function projectProblems(workspace: Workspace, checker: WorkspaceChecker): ProjectProblems {
  const { problems } = projectReport(workspace, checker)
  const sorted = problems.toSorted((a, b) => order[a.entry.severity] - order[b.entry.severity])
  return { problems: sorted.slice(0, mostProblems), left_out: Math.max(0, sorted.length - mostProblems) }
}
