import type { WorkShare } from '../work-budget.ts'

/** One of the known secrets in a string. */
export interface FoundSecret {
  readonly start: number
  readonly secret: string
}

/**
 * Finds known secrets in strings. Each place is compared only with secrets that begin with its character, so the number
 * of secrets hardly affects the time. The longest match wins. Each compared character counts against the share.
 */
export class SecretFinder {
  /** Sorted by code unit, so that secrets with the same prefix are adjacent, the shorter first. */
  readonly #sorted: readonly string[]
  /** The range of the secrets that begin with a code unit. */
  readonly #ranges = new Map<number, readonly [from: number, to: number]>()
  readonly #share: WorkShare

  constructor(secrets: readonly string[], share: WorkShare) {
    this.#share = share
    this.#sorted = [...secrets].sort((a, b) => (a < b ? -1 : 1))
    for (const [index, secret] of this.#sorted.entries()) {
      const first = secret.charCodeAt(0)
      this.#ranges.set(first, [this.#ranges.get(first)?.[0] ?? index, index + 1])
    }
  }

  /** Every secret in a string, from its start, without overlaps. */
  *in(text: string): Generator<FoundSecret> {
    if (this.#sorted.length === 0) return
    for (let start = 0; start < text.length;) {
      const secret = this.#longestAt(text, start)
      if (secret === undefined) start++
      else {
        yield { start, secret }
        start += secret.length
      }
    }
  }

  #longestAt(text: string, start: number): string | undefined {
    let [from, to] = this.#ranges.get(text.charCodeAt(start)) ?? [0, 0]
    let longest: string | undefined
    for (let length = 1; from < to; length++) {
      this.#share.draw(1)
      if (this.#sorted[from]?.length === length) longest = this.#sorted[from++]
      const next = text.charCodeAt(start + length)
      if (Number.isNaN(next)) break
      from = this.#firstFrom(from, to, length, next)
      to = this.#firstFrom(from, to, length, next + 1)
    }
    return longest
  }

  /** The first index in a range of the sorted list whose code unit at `at` is at least `unit`. */
  #firstFrom(from: number, to: number, at: number, unit: number): number {
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle]?.charCodeAt(at) ?? 0) < unit) low = middle + 1
      else high = middle
    }
    return low
  }
}
