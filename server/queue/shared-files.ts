/** Maximum number of shared file sets that a worker caches; a bundle has few versions. */
const MOST = 8

/** Files that several runs share. Each worker caches the sets that it used last. */
export class SharedFiles {
  readonly #fetch: (sha: string) => Promise<string | null>
  readonly #kept = new Map<string, string>()

  constructor(fetch: (sha: string) => Promise<string | null>) {
    this.#fetch = fetch
  }

  async find(sha: string): Promise<string | null> {
    const found = this.#kept.get(sha) ?? (await this.#fetch(sha))
    if (found === null) return null
    // The least recently used set is removed first.
    this.#kept.delete(sha)
    this.#kept.set(sha, found)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest)
    return found
  }
}
