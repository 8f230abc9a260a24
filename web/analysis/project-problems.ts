import { diagnosticEntry, Placer, type DiagnosticEntry, type ItemCheck } from '#core/answer'
import { severityOf, type Diagnostic } from '#core/diagnostics'
import type { Workspace } from '#core/workspace'
import { ofTheCaller } from './of-the-caller.ts'

/** A finding, and the items whose chains have it. */
interface ProjectProblem {
  readonly items: readonly string[]
  readonly diagnostic: DiagnosticEntry
}

/** The findings of a whole project. */
export interface ProjectProblems {
  readonly problems: readonly ProjectProblem[]
  /** Findings beyond what is listed (limit problems). */
  readonly left_out: number
}

/** Findings that are listed in one go (limit problems). */
export const mostProblems = 1_000

const order = { error: 0, warning: 1, hint: 2 } as const

/** The findings of all items, each once with the items that have it; the gravest come first and are the last to be left out. */
export function projectProblems(workspace: Workspace, checks: readonly ItemCheck[]): ProjectProblems {
  const known = new Map<string, { readonly items: string[]; readonly finding: Diagnostic }>()
  for (const { item_id, kind, findings } of checks) {
    if (kind !== 'tool') continue
    for (const finding of findings) {
      if (ofTheCaller.has(finding.code)) continue
      const key = JSON.stringify(finding)
      const same = known.get(key)
      if (same) same.items.push(item_id)
      else known.set(key, { items: [item_id], finding })
    }
  }
  const rank = (finding: Diagnostic): number => order[severityOf(finding, workspace.settings.dev_mode)]
  const sorted = [...known.values()].sort((a, b) => rank(a.finding) - rank(b.finding))
  const placer = new Placer(workspace)
  const problems = sorted.slice(0, mostProblems).map(({ items, finding }) => ({
    items,
    diagnostic: diagnosticEntry(placer, finding, workspace.settings.dev_mode),
  }))
  return { problems, left_out: sorted.length - problems.length }
}
