import type { Diagnostic } from '../diagnostics/facts.ts'
import { WorkLimit } from '../work-budget.ts'

/**
 * The result of one step: `done` has a value with findings, `failed` has errors and the known part of the value (R3.2),
 * and `skipped` means that an earlier step failed.
 */
export type Stage<T> =
  | { readonly kind: 'done'; readonly value: T; readonly findings: readonly Diagnostic[] }
  | { readonly kind: 'failed'; readonly partial: T | undefined; readonly findings: readonly Diagnostic[] }
  | { readonly kind: 'skipped'; readonly partial: undefined; readonly findings: readonly [] }

/** A stage with a value. */
export function done<T>(value: T, findings: readonly Diagnostic[]): Stage<T> {
  return { kind: 'done', value, findings }
}

/** A failed stage. No later step runs. */
export function failed<T>(findings: readonly Diagnostic[], partial?: T): Stage<T> {
  return { kind: 'failed', partial, findings }
}

const skipped: Stage<never> = { kind: 'skipped', partial: undefined, findings: [] }

/** The stage before the first step. */
export const started: Stage<null> = done(null, [])

/**
 * Runs a step after an earlier one, with the values of the stages it needs. If one of these stages has no value, the
 * step is skipped. An exception becomes a failed stage (R3.2).
 */
export function after<Run, Values extends AtMostFour, T>(
  earlier: Stage<unknown>,
  step: (run: Run, ...values: Values) => Stage<T>,
  run: Run,
  ...needed: { readonly [Index in keyof Values]: Stage<NoInfer<Values[Index]>> }
): Stage<T>
/** Separate parameters, because arrays would take 1 % of the time to check all tools. */
export function after<T>(
  earlier: Stage<unknown>,
  step: (...given: readonly unknown[]) => Stage<T>,
  run: unknown,
  a: Stage<unknown> = started,
  b: Stage<unknown> = started,
  c: Stage<unknown> = started,
  d: Stage<unknown> = started,
): Stage<T> {
  if (earlier.kind !== 'done') return skipped
  if (a.kind !== 'done' || b.kind !== 'done' || c.kind !== 'done' || d.kind !== 'done') return skipped
  try {
    return step(run, a.value, b.value, c.value, d.value)
  } catch (fault) {
    return failed([engineFault(fault)])
  }
}

type AtMostFour = readonly [unknown?, unknown?, unknown?, unknown?]

/** The value of a stage, or its known part; undefined if it has neither. */
export function known<T>(stage: Stage<T>): T | undefined {
  return stage.kind === 'done' ? stage.value : stage.partial
}

/**
 * The finding for an exception in a step: a work limit, or otherwise a fault of the engine or of a host that breaks its
 * contract.
 */
export function engineFault(fault: unknown): Diagnostic {
  const origin = fault instanceof Error && fault.cause !== undefined ? fault.cause : fault
  if (origin instanceof WorkLimit) {
    const { step, path, most } = origin
    return {
      code: 'work-limit',
      step,
      path,
      limit: 'analysisWork',
      most,
      at: path === null ? null : { path, start: 0, end: 0 },
    }
  }
  const problem = origin instanceof Error ? `${origin.name}: ${origin.message}` : String(origin)
  return { code: 'engine-fault', problem: problem.slice(0, 500), at: null }
}
