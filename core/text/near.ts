import { limits } from '../limits.ts'
import type { WorkShare } from '../work-budget.ts'

/**
 * Edit distance of two strings (insert, delete, replace, swap adjacent characters); `most + 1` for any larger distance.
 */
export function editDistance(a: string, b: string, most: number): number {
  const tooFar = most + 1
  if (Math.abs(a.length - b.length) > most) return tooFar
  // A common prefix or suffix does not affect the distance, so both are skipped.
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left === '' || right === '') return left.length + right.length
  return isFarFrom(left, right, most) ? tooFar : aligned(left, right, most)
}

/** Whether one name has too many letters that are missing from the other. This test excludes most names. */
function isFarFrom(a: string, b: string, most: number): boolean {
  let missing = 0
  for (let i = 0; i < a.length; i++) if (!b.includes(a[i]!) && ++missing > most) return true
  return false
}

function aligned(a: string, b: string, most: number): number {
  const tooFar = most + 1
  let [before, last, row] = [1, 2, 3].map(() => new Uint8Array(b.length + 1).fill(tooFar)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  for (let j = 0; j <= Math.min(b.length, most); j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    // Farther from the diagonal, every distance is too large to matter.
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)]
    row[from - 1] = from === 1 ? Math.min(i, tooFar) : tooFar
    if (to < b.length) last[to + 1] = tooFar
    let least = row[from - 1]!
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1), tooFar)
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, before[j - 2]! + 1)
      row[j] = cost
      least = Math.min(least, cost)
    }
    if (least >= tooFar) return tooFar
    ;[before, last, row] = [last, row, before]
  }
  return last[b.length]!
}

/** Maximum number of characters in a compared name, because the work grows with its length. */
export const longestName = 200

/** Units of work to compare one character of a name with the characters near its position in another name. */
const characterWork = 3

/** The maximum cost of a search for a similar name, in units of work. */
function nearestWork(name: string, candidates: number): number {
  return name.length > longestName ? 0 : candidates * (1 + name.length * characterWork)
}

/** The maximum edit distance of a similar name: a third of its letters, at least one and at most four. */
export function mostDistance(name: string): number {
  return Math.max(1, Math.min(4, Math.floor(name.length / 3)))
}

/** The names closest to a misspelled name, nearest first. Names farther away than `mostDistance` are left out. */
export function nearest(name: string, names: Iterable<string>): readonly string[] {
  return nearestOf(name, new Set(names))
}

/** Like `nearest`, for names without duplicates. */
function nearestOf(name: string, names: ReadonlySet<string>): readonly string[] {
  if (name.length > longestName) return []
  const most = mostDistance(name)
  const close: { readonly name: string; readonly distance: number }[] = []
  for (const candidate of names) {
    if (candidate.length > longestName) continue
    const distance = editDistance(name, candidate, most)
    if (distance <= most) close.push({ name: candidate, distance })
  }
  close.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return close.slice(0, limits.nearMisses).map((one) => one.name)
}

/** The suggestions of one step. Once the step reaches its work limit, names are reported without suggestions. */
export class Suggestions {
  readonly #share: WorkShare
  #left: number = limits.suggestionWork

  constructor(share: WorkShare) {
    this.#share = share
  }

  /** Like `nearest`, but returns an empty list if the search would cost too much. */
  near(name: string, names: readonly string[] | ReadonlySet<string>): readonly string[] {
    const distinct = names instanceof Set ? names : new Set(names)
    const work = nearestWork(name, distinct.size)
    if (work > this.#left) return []
    this.#left -= work
    this.#share.draw(work)
    return nearestOf(name, distinct)
  }
}
