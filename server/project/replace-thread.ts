import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Replacement } from './write-whole.ts'

/** Number of files per message; these files are open at the same time and synced together. */
const together = 64

/** Maximum number of messages that wait for the thread, because their content stays in memory. */
const mostWaiting = 16

/** Replaces files in a separate thread while the caller produces the next text. */
export class ReplaceThread {
  readonly #thread: Worker
  readonly #troubles = new Map<string, string>()
  #files: Replacement[] = []
  #waiting = 0

  /** @param worker The built file of `replace-worker.ts`. */
  constructor(worker: string) {
    this.#thread = new Worker(worker, { env: {} })
    this.#thread.on('message', (troubles: readonly (readonly [path: string, trouble: string])[]) => {
      this.#waiting--
      for (const [path, trouble] of troubles) this.#troubles.set(path, trouble)
    })
  }

  /**
   * Queue a file for replacement. Resolves when the queue has room for the next file, which can be before this one is
   * written.
   */
  async replace(file: Replacement): Promise<void> {
    this.#files.push(file)
    if (this.#files.length < together) return
    this.#send()
    await this.#fewerThan(mostWaiting)
  }

  /** Wait for all files, and end the thread. Returns the errors by path. */
  async end(): Promise<ReadonlyMap<string, string>> {
    try {
      this.#send()
      await this.#fewerThan(1)
      return this.#troubles
    } finally {
      await this.#thread.terminate()
    }
  }

  #send(): void {
    this.#thread.postMessage(this.#files)
    this.#files = []
    this.#waiting++
  }

  async #fewerThan(most: number): Promise<void> {
    while (this.#waiting >= most) await once(this.#thread, 'message')
  }
}
