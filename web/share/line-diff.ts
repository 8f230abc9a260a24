import { diffArrays } from 'diff'

/** One row of two versions side by side. A missing line is undefined. */
export interface LineRow {
  readonly left: NumberedLine | undefined
  readonly right: NumberedLine | undefined
  readonly same: boolean
}

interface NumberedLine {
  readonly number: number
  readonly text: string
}

/** A group of shown rows, or the number of equal rows that are folded. */
export type Stretch =
  { readonly kind: 'rows'; readonly rows: readonly LineRow[] } | { readonly kind: 'folded'; readonly count: number }

/** The maximum number of removed and added lines. With more, all lines count as replaced. */
const mostEdits = 2_000

/** Align two versions line by line, so that as many equal lines as possible share a row. */
export function alignLines(before: string, after: string): readonly LineRow[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const rows: LineRow[] = []
  let [left, right] = [0, 0]
  let [removed, added]: [readonly string[], readonly string[]] = [[], []]
  const line = (lines: readonly string[], index: number, first: number): NumberedLine | undefined =>
    index < lines.length ? { number: first + index + 1, text: lines[index] ?? '' } : undefined
  /** A removed and an added line share a row. */
  const endDifference = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      rows.push({ left: line(removed, index, left), right: line(added, index, right), same: false })
    ;[left, right] = [left + removed.length, right + added.length]
    ;[removed, added] = [[], []]
  }
  for (const change of diffArrays(a, b, { maxEditLength: mostEdits }) ?? replaced(a, b)) {
    if (change.removed) removed = change.value
    else if (change.added) added = change.value
    else {
      endDifference()
      for (const index of change.value.keys())
        rows.push({ left: line(change.value, index, left), right: line(change.value, index, right), same: true })
      ;[left, right] = [left + change.value.length, right + change.value.length]
    }
  }
  endDifference()
  return rows
}

const replaced = (before: string[], after: string[]) =>
  [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ] as const

/** Fold equal rows that are more than `near` rows away from any difference. */
export function foldEqual(rows: readonly LineRow[], near = 3): readonly Stretch[] {
  const shown = new Uint8Array(rows.length)
  for (const [index, { same }] of rows.entries())
    if (!same) shown.fill(1, Math.max(0, index - near), Math.min(rows.length, index + near + 1))
  const stretches: Stretch[] = []
  for (let from = 0, to = 0; from < rows.length; from = to) {
    while (to < rows.length && shown[to] === shown[from]) to++
    // Do not fold one or two rows, because that saves no space.
    if (shown[from] === 1 || to - from < 3) stretches.push({ kind: 'rows', rows: rows.slice(from, to) })
    else stretches.push({ kind: 'folded', count: to - from })
  }
  return stretches
}
