import type { Snapshot } from '#core/workspace'
import { recalled, weightOf, withStep, type HistoryStep, type Steps } from './steps.ts'

/** The states of one draft, within the limits of `withStep`; unchanged files are shared between them. */
export class History {
  steps = $state.raw<readonly HistoryStep[]>([])
  at = $state(0)
  /** Whether the draft has changed since it was opened. */
  changed = $state(false)
  readonly #clock: () => number
  /** The number of files in the current state; 0 if not counted yet. */
  #counted = 0

  readonly canUndo = $derived.by(() => this.at > 0)
  readonly canRedo = $derived.by(() => this.at < this.steps.length - 1)
  readonly now = $derived.by((): Snapshot => {
    const step = this.steps[this.at]
    if (!step) throw new RangeError('a history contains at least one step')
    return step.snapshot
  })

  constructor(snapshot: Snapshot, clock: () => number = () => performance.now()) {
    this.#clock = clock
    this.restart(snapshot)
  }

  /** Clear the history and start with one state. */
  restart(snapshot: Snapshot): void {
    this.at = 0
    this.changed = false
    this.#counted = 0
    this.steps = [{ snapshot, label: 'Opened', merge: undefined, touched: this.#clock(), weight: 0 }]
  }

  /** Add a state, and drop undone states. `written` is the number of characters in its changed files. */
  push(snapshot: Snapshot, label: string, merge?: string, written = 0): void {
    const { files } = snapshot
    // Typing adds no files, so do not count files at every key press.
    if (merge === undefined || this.#counted === 0) this.#counted = Object.keys(files).length
    const weight = weightOf(written, files === this.now.files ? 0 : this.#counted)
    this.#take(withStep({ list: this.steps, at: this.at }, { snapshot, label, merge, touched: this.#clock(), weight }))
    this.changed = true
  }

  /** Insert the states of previous visits before the states of this visit. */
  recall(former: Steps): void {
    this.#take(recalled({ list: this.steps, at: this.at }, former))
  }

  #take({ list, at }: Steps): void {
    this.steps = list
    this.at = at
  }

  /** Remove all states except the current state. */
  clear(): void {
    const [now] = this.steps.slice(this.at, this.at + 1)
    if (now) this.#take({ list: [{ ...now, merge: undefined }], at: 0 })
  }

  /** Undo one step. Returns its label; undefined if there is nothing to undo. */
  undo(): string | undefined {
    if (!this.canUndo) return undefined
    const undone = this.steps[this.at]?.label
    this.goTo(this.at - 1)
    return undone
  }

  /** Redo one step. Returns its label; undefined if there is nothing to redo. */
  redo(): string | undefined {
    if (!this.canRedo) return undefined
    this.goTo(this.at + 1)
    return this.steps[this.at]?.label
  }

  /** Show any state. The next change drops later states. */
  goTo(at: number): void {
    if (at < 0 || at >= this.steps.length || at === this.at) return
    this.at = at
    this.changed = true
  }
}
