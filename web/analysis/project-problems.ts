import type { WorkspaceChecker } from '#core/answer'
import { projectReport, type Problem } from '#core/expect'
import type { Workspace } from '#core/workspace'

/** The findings of a whole project, up to the limit. */
export interface ProjectProblems {
  readonly problems: readonly Problem[]
  /** The number of findings that exceed the limit `problems` and are not listed. */
  readonly left_out: number
}

/** The maximum number of listed findings (limit `problems`). */
export const mostProblems = 1_000

const order = { error: 0, warning: 1, hint: 2 } as const

/** The findings of `rye-chain check`. Errors come first, so that the limit drops hints and warnings. */
export function projectProblems(workspace: Workspace, checker: WorkspaceChecker): ProjectProblems {
  const { problems } = projectReport(workspace, checker)
  const sorted = problems.toSorted((a, b) => order[a.entry.severity] - order[b.entry.severity])
  return { problems: sorted.slice(0, mostProblems), left_out: Math.max(0, sorted.length - mostProblems) }
}
