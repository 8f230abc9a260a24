import type { RunStore } from './run-store.ts'

/** Sets of common files that a worker remembers: a bundle's versions are few. */
const MOST = 8

/** The files that many runs have in common, fetched once a worker. */
export class SharedFiles {
  readonly #store: RunStore
  readonly #kept = new Map<string, string>()

  constructor(store: RunStore) {
    this.#store = store
  }

  async find(sha: string | null): Promise<string | null> {
    if (sha === null) return null
    const found = this.#kept.get(sha) ?? (await this.#store.shared(sha))
    if (found === null) return null
    // What was asked for last stays longest.
    this.#kept.delete(sha)
    this.#kept.set(sha, found)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest)
    return found
  }
}
