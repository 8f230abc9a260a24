import type { Dict } from '../read/value/value.ts'

/** A cache for the results of nodes with `cache_result`, shared by several walks (R16.8). */
export interface ResultCache {
  get(key: string): Dict | undefined
  set(key: string, result: Dict): void
}

/** A cache for a limited number of results, which drops the oldest. */
export class RecentResults implements ResultCache {
  readonly #results = new Map<string, Dict>()
  readonly #most: number

  constructor(most = 1_000) {
    this.#most = most
  }

  get(key: string): Dict | undefined {
    return this.#results.get(key)
  }

  set(key: string, result: Dict): void {
    this.#results.delete(key)
    this.#results.set(key, result)
    const [oldest] = this.#results.keys()
    if (this.#results.size > this.#most && oldest !== undefined) this.#results.delete(oldest)
  }
}
