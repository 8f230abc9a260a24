import type { Parts } from '../parts.ts'
import type { Diagnostic, DiagnosticCode } from './facts.ts'
import { draftProse } from './prose-draft.ts'
import { otherProse } from './prose-part.ts'
import type { Prose } from './prose.ts'

/**
 * The only function that turns a finding into sentences. Until the prose of a code is loaded, the message is the code.
 * Searched paths in a space that does not exist are left out.
 */
export function describe(diagnostic: Diagnostic, parts: Parts, isInMissingSpace?: (path: string) => boolean): Prose {
  const { code } = diagnostic
  const prose: Readonly<Partial<Record<DiagnosticCode, unknown>>> | undefined = Object.hasOwn(draftProse, code)
    ? draftProse
    : parts.get(otherProse)
  // The prose and the finding have the same code, so their facts have the same type.
  const say = prose?.[code] as ((facts: Diagnostic) => Prose) | undefined
  const named =
    isInMissingSpace && 'searched' in diagnostic
      ? { ...diagnostic, searched: diagnostic.searched.filter((path) => !isInMissingSpace(path)) }
      : diagnostic
  return say?.(named) ?? { message: code, hint: '' }
}
