import { limits } from '../limits.ts'
import { longestName, mostDistance } from './near.ts'

/**
 * A sorted list of names that finds similar names without comparing every name. Names with a common prefix share the
 * comparison of this prefix, and are excluded together.
 */
export class KnownNames {
  readonly #sorted: readonly string[]

  constructor(names: Iterable<string>) {
    this.#sorted = [...new Set(names)].filter(({ length }) => length <= longestName).sort()
  }

  /**
   * The closest names, nearest first, as in `nearest`, and the work to find them. `nearNameWork` limits the work for
   * any number of names. Near names are searched first, so the limit excludes only more distant ones.
   */
  near(name: string): { readonly names: readonly string[]; readonly work: number } {
    if (name.length > longestName) return { names: [], work: 0 }
    const search = new Search(this.#sorted, name)
    const farthest = mostDistance(name)
    for (let most = 0; most <= farthest && search.found.size < limits.nearMisses && search.run(most); most++);
    const close = [...search.found].sort(([a, near], [b, far]) => near - far || (a < b ? -1 : 1))
    return { names: close.slice(0, limits.nearMisses).map(([close]) => close), work: search.work }
  }
}

/** Units of work to compare one character of a name with the characters near its position in the other name. */
const rowWork = 4

class Search {
  readonly found = new Map<string, number>()
  work = 0
  readonly #sorted: readonly string[]
  readonly #name: string
  /** The edit distances between all prefixes of the current candidate and of the name, one row per character. */
  readonly #rows: Uint8Array[] = []

  constructor(sorted: readonly string[], name: string) {
    this.#sorted = sorted
    this.#name = name
  }

  /** Finds all names within a distance. Returns whether the work budget was sufficient. */
  run(most: number): boolean {
    let before = ''
    // The number of valid rows, which belong to the common prefix with the previous candidate.
    let known = 0
    for (let at = 0; at < this.#sorted.length;) {
      const candidate = this.#sorted[at]!
      let depth = Math.min(known, commonLength(before, candidate))
      let isNear = true
      while (isNear && depth < candidate.length) {
        this.work += rowWork
        if (this.work > limits.nearNameWork) return false
        isNear = this.#fill(candidate, ++depth, most)
      }
      before = candidate
      if (isNear) {
        // Rows contain no larger distances.
        const isAsLong = Math.abs(depth - this.#name.length) <= most
        const distance = isAsLong ? this.#row(depth)[this.#name.length]! : tooFar
        if (distance <= most && !this.found.has(candidate)) this.found.set(candidate, distance)
        known = depth
        at++
      } else {
        known = depth - 1
        at = this.#after(at, candidate.slice(0, depth))
      }
    }
    return true
  }

  /** The index of the first name after those with a prefix. */
  #after(from: number, beginning: string): number {
    let step = 1
    while (this.#sorted[from + step]?.startsWith(beginning)) step *= 2
    let [low, high] = [from + (step >> 1), Math.min(from + step, this.#sorted.length)]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#sorted[middle]!.startsWith(beginning)) low = middle
      else high = middle
    }
    return high
  }

  #row(depth: number): Uint8Array {
    return (this.#rows[depth] ??=
      depth === 0
        ? Uint8Array.from({ length: this.#name.length + 1 }, (_, index) => Math.min(index, tooFar))
        : new Uint8Array(this.#name.length + 1))
  }

  /** Adds one character of the candidate. Returns whether the candidate can still be similar enough. */
  #fill(candidate: string, depth: number, most: number): boolean {
    const [name, row, last] = [this.#name, this.#row(depth), this.#row(depth - 1)]
    const character = candidate.charCodeAt(depth - 1)
    const [from, to] = [Math.max(1, depth - most), Math.min(name.length, depth + most)]
    if (from - 1 > name.length) return false
    row[from - 1] = from === 1 ? Math.min(depth, tooFar) : tooFar
    let least = row[from - 1]!
    for (let at = from; at <= to; at++) {
      const same = character === name.charCodeAt(at - 1)
      // Farther from the diagonal, every distance is too large to matter.
      const above = at - depth < most ? last[at]! : tooFar
      let cost = Math.min(above + 1, row[at - 1]! + 1, last[at - 1]! + (same ? 0 : 1), tooFar)
      const isSwap =
        depth > 1 &&
        at > 1 &&
        character === name.charCodeAt(at - 2) &&
        candidate.charCodeAt(depth - 2) === name.charCodeAt(at - 1)
      if (isSwap) cost = Math.min(cost, this.#row(depth - 2)[at - 2]! + 1)
      row[at] = cost
      if (cost < least) least = cost
    }
    return least <= most
  }
}

/** Larger than any relevant distance, but small enough to increment in a byte. */
const tooFar = 100

function commonLength(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let length = 0
  while (length < shorter && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}
