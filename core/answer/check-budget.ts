import type { Diagnostic } from '../diagnostics/facts.ts'
import { limits } from '../limits.ts'
import { isRequest } from '../rules/primitives.ts'
import type { SharedWork } from '../work-budget.ts'
import type { Resolution } from './resolution.ts'

/** The limits of a check of all items, by name. */
export type CheckLimits = {
  readonly [Limit in 'checkWork' | 'checkItemWork' | 'checkFindings' | 'checkItemFindings']: number
}

/** The cost of checking one item, in units of work: its own work, and work shared with other items. */
export interface ItemWork {
  readonly own: number
  readonly shared: readonly SharedWork[]
}

/** Units of work for a library or data item, in addition to its characters. */
export const apartWork = 50

/** Units of work to check a minimal item, and for each finding, part of a plan, and parameter. */
const itemWork = 500
const findingWork = 4
const partWork = 1
const parameterWork = 30

/** The work of checking an item, derived from its result, so that it does not depend on caches. */
export function workOf({ chain, work, findings, plan, parameters }: Resolution): ItemWork {
  const parts = plan && !isRequest(plan) ? plan.args.length + plan.env.size : 0
  const planning = parts * partWork + parameters.size * parameterWork
  const reading = chain.elements[0]?.work ?? 0
  const own = itemWork + work.own + reading + chain.search + findings.length * findingWork + planning
  const shared = [...work.shared]
  return { own, shared: shared.length === 0 ? none : shared }
}

const none: readonly SharedWork[] = []

/**
 * The budget of a check of all items: work, and findings in memory. It depends only on the number of items. Work is
 * counted, not timed, so a check ends at the same item on every host.
 */
export class CheckBudget {
  readonly #shared = new Set<SharedWork>()
  readonly #mostWork: number
  readonly #mostFindings: number
  #work = 0
  #findings = 0
  #exceeded: Diagnostic | undefined

  constructor(items: number, most: Partial<CheckLimits> = {}) {
    const { checkWork, checkItemWork, checkFindings, checkItemFindings } = { ...limits, ...most }
    this.#mostWork = checkWork + items * checkItemWork
    this.#mostFindings = checkFindings + items * checkItemFindings
  }

  /** Units used so far. */
  get work(): number {
    return this.#work
  }

  /** The limit that the check has reached, as a finding; undefined while the budget lasts. */
  get exceeded(): Diagnostic | undefined {
    return this.#exceeded
  }

  /** Adds the cost of an item. Work shared with an earlier item counts once. */
  take({ own, shared }: ItemWork, findings: number): void {
    this.#work += own
    for (const work of shared) {
      if (this.#shared.has(work)) continue
      this.#shared.add(work)
      this.#work += work.used
    }
    this.#findings += findings
    if (this.#work > this.#mostWork) this.#exceeded = exceeded('checkWork', this.#mostWork)
    else if (this.#findings > this.#mostFindings) this.#exceeded = exceeded('checkFindings', this.#mostFindings)
  }
}

function exceeded(limit: 'checkWork' | 'checkFindings', most: number): Diagnostic {
  return { code: 'check-limit', limit, most, at: null }
}
