import { coded } from './errors.ts'
import type { Dirent } from './fs-stats.ts'

/** `fs.Dir`. */
export class Dir {
  readonly path: string
  readonly #entries: Dirent[]
  #closed = false

  constructor(path: string, entries: Dirent[]) {
    this.path = path
    this.#entries = entries
  }

  readSync(): Dirent | null {
    if (this.#closed) throw coded(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed')
    return this.#entries.shift() ?? null
  }

  read(done?: (error: unknown, entry?: Dirent | null) => void): Promise<Dirent | null> | undefined {
    const answer = Promise.resolve().then(() => this.readSync())
    if (done === undefined) return answer
    void answer.then((entry) => done(null, entry), done)
    return undefined
  }

  closeSync(): void {
    if (this.#closed) throw coded(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed')
    this.#closed = true
  }

  close(done?: (error?: unknown) => void): Promise<void> | undefined {
    const answer = Promise.resolve().then(() => this.closeSync())
    if (done === undefined) return answer
    void answer.then(() => done(null), done)
    return undefined
  }

  async *entries(): AsyncGenerator<Dirent> {
    try {
      for (let entry = this.readSync(); entry !== null; entry = this.readSync()) yield entry
    } finally {
      if (!this.#closed) this.closeSync()
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<Dirent> {
    return this.entries()
  }
}
