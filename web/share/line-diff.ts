/** One row of two texts side by side. A missing line is undefined. */
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

/**
 * The maximum number of line pairs to compare. With more pairs, all lines between the equal start and end count as
 * replaced.
 */
const mostPairs = 1_000_000

/** Align two texts line by line, so that as many equal lines as possible share a row. */
export function alignLines(before: string, after: string): readonly LineRow[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const rows: LineRow[] = []
  const line = (of: readonly string[], index: number): NumberedLine => ({ number: index + 1, text: of[index] ?? '' })
  const equal = (i: number, j: number): void => void rows.push({ left: line(a, i), right: line(b, j), same: true })
  const differing = (i: number, toI: number, j: number, toJ: number): void => {
    for (let step = 0; step < Math.max(toI - i, toJ - j); step++)
      rows.push({
        left: i + step < toI ? line(a, i + step) : undefined,
        right: j + step < toJ ? line(b, j + step) : undefined,
        same: false,
      })
  }
  for (let index = 0; index < head; index++) equal(index, index)
  let [i, j] = [head, head]
  for (const [nextI, nextJ] of commonLines(a.slice(head, a.length - tail), b.slice(head, b.length - tail))) {
    differing(i, head + nextI, j, head + nextJ)
    equal(head + nextI, head + nextJ)
    ;[i, j] = [head + nextI + 1, head + nextJ + 1]
  }
  differing(i, a.length - tail, j, b.length - tail)
  for (let index = tail; index > 0; index--) equal(a.length - index, b.length - index)
  return rows
}

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

/** The index pairs of a longest common subsequence. */
function commonLines(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  if (a.length * b.length > mostPairs) return []
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: (readonly [number, number])[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}
