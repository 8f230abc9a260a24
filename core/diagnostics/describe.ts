import type { Diagnostic, DiagnosticCode } from './facts.ts'
import { fileProse } from './prose-files.ts'
import { graphProse } from './prose-graph.ts'
import { planProse } from './prose-plan.ts'
import type { Prose, ProseFor } from './prose.ts'
import { ruleProse } from './prose-rules.ts'

/** Every code has its prose, or this does not compile. */
const prose: ProseFor<DiagnosticCode> = { ...fileProse, ...ruleProse, ...planProse, ...graphProse }

/** The only place where a finding becomes sentences. */
export function describe(diagnostic: Diagnostic): Prose {
  // The facts of a diagnostic are those of its code: the record is indexed by the same code.
  const say = prose[diagnostic.code] as (facts: Diagnostic) => Prose
  return say(diagnostic)
}
