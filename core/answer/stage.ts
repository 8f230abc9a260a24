import type { Diagnostic } from '../diagnostics/facts.ts'
import { WorkLimit } from '../work-budget.ts'

/**
 * What is known after a step, and what was found on the way. A stopped stage carries the partial answer: the steps after
 * it are left out, and what was known before is still shown (R3.2).
 */
export type Stage<Known, Partly> =
  | { readonly kind: 'done'; readonly known: Known; readonly findings: readonly Diagnostic[] }
  | { readonly kind: 'stopped'; readonly known: Partly; readonly findings: readonly Diagnostic[] }

/** A step that was taken. */
export function done<Known>(known: Known, findings: readonly Diagnostic[]): Stage<Known, never> {
  return { kind: 'done', known, findings }
}

/** A step after which no other can be taken, with what is known all the same. */
export function stopped<Partly>(known: Partly, findings: readonly Diagnostic[]): Stage<never, Partly> {
  return { kind: 'stopped', known, findings }
}

/** Take the next step, unless an earlier one stopped. A throw stops too, as a finding that forbids the run (R3.2). */
export function after<Before extends Partly, After, Partly>(
  before: Stage<Before, Partly>,
  step: (known: Before) => Stage<After, Partly>,
): Stage<After, Partly> {
  if (before.kind === 'stopped') return before
  try {
    const next = step(before.known)
    const findings = joined(before.findings, next.findings)
    return next.kind === 'done' ? done(next.known, findings) : stopped(next.known, findings)
  } catch (fault) {
    return stopped(before.known, joined(before.findings, [engineFault(fault)]))
  }
}

/** What a throw out of a step becomes: too much work; else our mistake, or a host that breaks its word. */
export function engineFault(fault: unknown): Diagnostic {
  const origin = fault instanceof Error && fault.cause !== undefined ? fault.cause : fault
  if (origin instanceof WorkLimit) {
    const { step, path, most } = origin
    return { code: 'work-limit', step, path, most, at: path === null ? null : { path, start: 0, end: 0 } }
  }
  const problem = origin instanceof Error ? `${origin.name}: ${origin.message}` : String(origin)
  return { code: 'engine-fault', problem: problem.slice(0, 500), at: null }
}

function joined(first: readonly Diagnostic[], second: readonly Diagnostic[]): readonly Diagnostic[] {
  if (second.length === 0) return first
  return first.length === 0 ? second : [...first, ...second]
}
