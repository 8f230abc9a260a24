import type { Snapshot } from '#core'

/** A state of the draft and what led to it. */
export interface HistoryStep {
  readonly snapshot: Snapshot
  readonly label: string
  /** Steps with the same mark run together, like the keystrokes in one file. */
  readonly merge: string | undefined
  /** When it was last added to, in milliseconds of the page's clock. */
  readonly touched: number
}

/** A state of the draft in words that go on after its name. */
export function nameOfStep(step: HistoryStep, index: number): string {
  return index === 0 ? 'as it was opened' : `after “${step.label}”`
}

/** All states and which of them is shown. */
export interface Steps {
  readonly list: readonly HistoryStep[]
  readonly at: number
}

const mostSteps = 400
const mergeWithinMs = 1200

/** Take a new state: what was undone is dropped, what follows closely under the same mark runs together, the oldest are forgotten. */
export function withStep({ list, at }: Steps, step: HistoryStep): Steps {
  const kept = list.slice(0, at + 1)
  const last = kept.at(-1)
  const together = step.merge !== undefined && last?.merge === step.merge && step.touched - last.touched < mergeWithinMs
  if (together) kept.pop()
  const all = [...kept, step].slice(-mostSteps)
  return { list: all, at: all.length - 1 }
}
