import { limits } from './limits.ts'

/** The steps of an analysis whose work grows faster than their input, or without limit. */
export type WorkStep =
  | 'parameters'
  | 'chain'
  | 'lockfile'
  | 'signatures'
  | 'graph'
  | 'schema'
  | 'environment'
  | 'config'
  | 'templates'
  | 'secrets'
  | 'document'

/** Thrown if the work budget is used up. Names the step that used most of the budget, and this step's file. */
export class WorkLimit extends Error {
  readonly step: WorkStep
  /** The file that the step processed; null if it did not process a single file. */
  readonly path: string | null
  readonly most: number

  constructor({ step, path }: WorkShare, most: number) {
    super(`the step ${step} used most of the exhausted work budget`)
    this.step = step
    this.path = path
    this.most = most
  }
}

/**
 * Work done once for many analyses, such as reading a config. It is charged to the budget of each analysis, but only
 * once in a check of all items.
 */
export interface SharedWork {
  readonly used: number
}

/**
 * The work budget of one analysis, in units of work. Work is counted, not timed, so an analysis stops at the same place
 * on every host. A unit is at most 0.1 microseconds on one processor.
 */
export class WorkBudget {
  readonly most: number
  #left: number
  readonly #shares: WorkShare[] = []
  #shared: Set<SharedWork> | undefined

  constructor(most: number = limits.analysisWork) {
    this.most = most
    this.#left = most
  }

  /** The share of one step, and of one file if the step processes one. */
  share(step: WorkStep, path: string | null = null): WorkShare {
    for (const known of this.#shares) if (known.step === step && known.path === path) return known
    const share = new WorkShare(this, step, path)
    this.#shares.push(share)
    return share
  }

  /** Units of work used so far. */
  get used(): number {
    return this.most - this.#left
  }

  /** The counted work that is shared with other analyses. */
  get shared(): Iterable<SharedWork> {
    return this.#shared ?? []
  }

  /** Units of work used for this analysis only. */
  get own(): number {
    let own = this.used
    for (const { used } of this.shared) own -= used
    return own
  }

  /** Marks work as shared. Call this before counting the work. */
  noteShared(work: SharedWork): void {
    ;(this.#shared ??= new Set()).add(work)
  }

  /** Uses units of the budget. Throws `WorkLimit`, which names the largest share, if too few remain. */
  take(units: number): void {
    this.#left -= units
    if (this.#left >= 0) return
    throw new WorkLimit(
      this.#shares.reduce((largest, share) => (share.used > largest.used ? share : largest)),
      this.most,
    )
  }
}

/** The share of one step in the budget. */
export class WorkShare {
  readonly step: WorkStep
  readonly path: string | null
  used = 0
  readonly #budget: WorkBudget

  constructor(budget: WorkBudget, step: WorkStep, path: string | null) {
    this.#budget = budget
    this.step = step
    this.path = path
  }

  /** Counts units of work before doing them. Throws `WorkLimit` if they exceed the budget. */
  draw(units: number): void {
    this.used += units
    this.#budget.take(units)
  }

  /** Counts cached work as if it were done now. */
  drawShared(work: SharedWork, more = 0): void {
    this.#budget.noteShared(work)
    this.draw(work.used + more)
  }
}

/**
 * Does work that many analyses share, with a separate budget. The value is undefined if the work exceeds this budget.
 */
export function sharedWork<T>(work: (budget: WorkBudget) => T): SharedWork & { readonly value: T | undefined } {
  const budget = new WorkBudget()
  try {
    const value = work(budget)
    return { value, used: budget.used }
  } catch (fault) {
    if (!(fault instanceof WorkLimit)) throw fault
    return { value: undefined, used: budget.used }
  }
}
