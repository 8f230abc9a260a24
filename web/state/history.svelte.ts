import type { Snapshot } from '#core'

/** A state of the draft and what led to it. */
export interface HistoryStep {
  readonly snapshot: Snapshot
  readonly label: string
  /** Steps with the same mark run together, like the keystrokes in one file. */
  readonly merge: string | undefined
}

const mostSteps = 400
const mergeWithinMs = 1200

/** All states of one draft; unchanged files are shared between them. */
export class History {
  steps = $state.raw<readonly HistoryStep[]>([])
  at = $state(0)
  #touched = 0
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
    this.steps = [{ snapshot, label: 'Opened', merge: undefined }]
  }

  /** Forget everything and begin with one state. */
  restart(snapshot: Snapshot): void {
    this.at = 0
    this.steps = [{ snapshot, label: 'Opened', merge: undefined }]
  }

  /** Take a new state; states that were undone are dropped. */
  push(snapshot: Snapshot, label: string, merge?: string): void {
    const kept = this.steps.slice(0, this.at + 1)
    const last = kept.at(-1)
    const now = this.#clock()
    const together = merge !== undefined && last?.merge === merge && now - this.#touched < mergeWithinMs
    if (together) kept.pop()
    const first = Math.max(0, kept.length + 1 - mostSteps)
    this.steps = [...kept.slice(first), { snapshot, label, merge }]
    this.at = this.steps.length - 1
    this.#touched = now
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
