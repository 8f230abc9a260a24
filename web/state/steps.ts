import type { Snapshot } from '#core/workspace'
import { sameFiles } from '../files/content.ts'

/** A draft state, with the label of the change before it. */
export interface HistoryStep {
  readonly snapshot: Snapshot
  readonly label: string
  /**
   * The merge key. Consecutive steps with the same key are merged, like the keystrokes in one file. Undefined: never
   * merged.
   */
  readonly merge: string | undefined
  /** The time of the last change, in milliseconds since the page opened. */
  readonly touched: number
  /**
   * The approximate size in bytes that the state adds to the previous state: changed content, and its own table of
   * files.
   */
  readonly weight: number
}

/** The name of a state, worded to follow the draft's name. */
export function nameOfStep(step: HistoryStep, index: number): string {
  return index === 0 ? 'as opened' : `after “${step.label}”`
}

/** All states, with the index of the current state. */
export interface Steps {
  readonly list: readonly HistoryStep[]
  readonly at: number
}

/** The maximum number of states in a history, and the maximum number of bytes that they add to the current state. */
const mostHistory = { steps: 400, bytes: 48_000_000 } as const
/** The approximate size of one row in a state's file table, in bytes. */
const rowBytes = 40
const mergeWithinMs = 1200

/** The weight of a state in bytes, from its written characters and its number of files. */
export function weightOf(written: number, files: number): number {
  return written + rowBytes * files
}

/**
 * Add a state. Drops undone states, merges a state that soon follows another state with the same key, and drops the
 * oldest states above the limits. Never drops the first state, because the draft is compared with it and reset to it.
 */
export function withStep({ list, at }: Steps, step: HistoryStep, most = mostHistory): Steps {
  const kept = list.slice(0, at + 1)
  const last = kept.at(-1)
  const together = step.merge !== undefined && last?.merge === step.merge && step.touched - last.touched < mergeWithinMs
  if (together) kept.pop()
  const all = [...kept, step]
  const first = Math.max(all.length - most.steps + 1, firstKept(all, most.bytes))
  const left = withoutBetween(all, first)
  return { list: left, at: left.length - 1 }
}

/** The first state and the states from index `from`. The label of the second state describes all dropped changes. */
export function withoutBetween(list: readonly HistoryStep[], from: number): readonly HistoryStep[] {
  const [opened, next] = [list[0], list[from]]
  if (!opened || !next || from <= 1) return list
  return [opened, { ...next, label: 'Older changes' }, ...list.slice(from + 1)]
}

/**
 * The index of the oldest state to keep after the first state. The last two states always stay, so that the last change
 * can be undone.
 */
function firstKept(all: readonly HistoryStep[], most: number): number {
  let bytes = 0
  for (let at = all.length - 1; at > 0; at--) {
    bytes += all[at]?.weight ?? 0
    if (bytes > most) return Math.min(at + 1, all.length - 2)
  }
  return 1
}

/** Insert the states of a previous visit before the states of this visit, which started with the saved draft. */
export function recalled(now: Steps, former: Steps): Steps {
  const [opened, ...since] = now.list
  const last = former.list[former.at]
  if (!opened || !last) return now
  if (!sameState(opened.snapshot, last.snapshot)) {
    // The page closed right after a change, so the draft was saved without its history.
    const before = former.list.slice(0, former.at + 1)
    return { list: [...before, { ...opened, label: 'Last change' }, ...since], at: before.length + now.at }
  }
  // Use the same snapshot object, so that the draft is not analyzed again.
  const same = { ...last, snapshot: opened.snapshot }
  const undone = since.length === 0 ? former.list.slice(former.at + 1) : since
  return { list: [...former.list.slice(0, former.at), same, ...undone], at: former.at + now.at }
}

function sameState({ files: a, ...headA }: Snapshot, { files: b, ...headB }: Snapshot): boolean {
  return JSON.stringify(headA) === JSON.stringify(headB) && sameFiles(a, b)
}
