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
  /** The file that the step worked on; null where it is none alone. */
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
 * What one analysis may do altogether, in units of work. Work is counted, never timed: the same input is given up on at
 * the same place in every host. A unit is at most 0.1 microseconds of one processor.
 */
export class WorkBudget {
  readonly most: number
  #left: number
  readonly #shares: WorkShare[] = []

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

/** What one step draws on. */
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
}
