import { limits } from './limits.ts'

/** The steps of an analysis whose work grows faster than what they read, or without end. */
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

/** The budget is used up: which step took the most of it, and for which file. */
export class WorkLimit extends Error {
  readonly step: WorkStep
  /** The file that the step worked on; null if it was not a single file. */
  readonly path: string | null
  readonly most: number

  constructor({ step, path }: WorkShare, most: number) {
    super(`the work budget is used up by ${step}`)
    this.step = step
    this.path = path
    this.most = most
  }
}

/**
 * Work that is done once for many analyses, such as reading a config. Each analysis draws it; a check of all items
 * counts it once.
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

  /** The account of one step, for one file if there is one. */
  share(step: WorkStep, path: string | null = null): WorkShare {
    for (const known of this.#shares) if (known.step === step && known.path === path) return known
    const share = new WorkShare(this, step, path)
    this.#shares.push(share)
    return share
  }

  /** Units that were taken so far. */
  get used(): number {
    return this.most - this.#left
  }

  /** The work that was drawn and is shared with other analyses. */
  get shared(): Iterable<SharedWork> {
    return this.#shared ?? []
  }

  /** Units that were taken for this analysis alone. */
  get own(): number {
    let own = this.used
    for (const { used } of this.shared) own -= used
    return own
  }

  /** Note that work which is about to be drawn is shared. */
  noteShared(work: SharedWork): void {
    ;(this.#shared ??= new Set()).add(work)
  }

  /** Take units off; throws `WorkLimit`, which names the share that took the most, once none are left. */
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

  /** Count units of work before they are done; throws `WorkLimit` where they are too many. */
  draw(units: number): void {
    this.used += units
    this.#budget.take(units)
  }

  /** Counts cached work as if it had been done now. */
  drawShared(work: SharedWork, more = 0): void {
    this.#budget.noteShared(work)
    this.draw(work.used + more)
  }
}

/**
 * Does a piece of work once for many analyses, within one budget; undefined if that is not enough, as `used` shows too.
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
