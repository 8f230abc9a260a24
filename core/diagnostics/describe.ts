import type { Parts } from '../parts.ts'
import type { Diagnostic, DiagnosticCode } from './facts.ts'
import { otherProse } from './prose-tools-part.ts'
import type { Prose } from './prose.ts'
import { draftProse } from './prose-drafts.ts'

/** The only place where a finding becomes sentences; while those of a code are on their way, the code stands for them. */
export function describe(diagnostic: Diagnostic, parts: Parts): Prose {
  const { code } = diagnostic
  const prose: Readonly<Partial<Record<DiagnosticCode, unknown>>> | undefined = Object.hasOwn(draftProse, code)
    ? draftProse
    : parts.get(otherProse)
  // The facts of a diagnostic are those of its code: the record is indexed by the same code.
  const say = prose?.[code] as ((facts: Diagnostic) => Prose) | undefined
  return say?.(diagnostic) ?? { message: code, hint: '' }
}
