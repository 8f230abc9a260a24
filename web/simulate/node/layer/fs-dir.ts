import { notSimulated } from './absent.ts'
import { coded } from './errors.ts'
import type { Dirent } from './fs-stats.ts'

function refuseCallback(done: unknown): void {
  if (done !== undefined) throw notSimulated('a callback of fs.Dir', 'it gives promises')
}

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

  async read(done?: unknown): Promise<Dirent | null> {
    refuseCallback(done)
    return this.readSync()
  }

  closeSync(): void {
    if (this.#closed) throw coded(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed')
    this.#closed = true
  }

  async close(done?: unknown): Promise<void> {
    refuseCallback(done)
    this.closeSync()
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
