import type { Snapshot } from '#core'
import { withStep, type HistoryStep } from './steps.ts'

/** All states of one draft; unchanged files are shared between them. */
export class History {
  steps = $state.raw<readonly HistoryStep[]>([])
  at = $state(0)
  readonly #clock: () => number

  readonly canUndo = $derived.by(() => this.at > 0)
  readonly canRedo = $derived.by(() => this.at < this.steps.length - 1)
  readonly now = $derived.by((): Snapshot => {
    const step = this.steps[this.at]
    if (!step) throw new RangeError('a history holds at least one step')
    return step.snapshot
  })

  constructor(snapshot: Snapshot, clock: () => number = () => performance.now()) {
    this.#clock = clock
    this.restart(snapshot)
  }

  /** Forget everything and begin with one state. */
  restart(snapshot: Snapshot): void {
    this.at = 0
    this.steps = [{ snapshot, label: 'Opened', merge: undefined, touched: this.#clock() }]
  }

  /** Take a new state; states that were undone are dropped. */
  push(snapshot: Snapshot, label: string, merge?: string): void {
    const next = withStep({ list: this.steps, at: this.at }, { snapshot, label, merge, touched: this.#clock() })
    this.steps = next.list
    this.at = next.at
  }

  /** Go back one step; gives the label of what was undone. */
  undo(): string | undefined {
    if (!this.canUndo) return undefined
    const undone = this.steps[this.at]?.label
    this.at--
    return undone
  }

  redo(): void {
    if (this.canRedo) this.at++
  }

  /** Show any of the states; nothing is dropped until the next change. */
  goTo(at: number): void {
    if (at >= 0 && at < this.steps.length) this.at = at
  }
}
