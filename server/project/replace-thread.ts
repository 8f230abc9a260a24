import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Replacement } from './write-whole.ts'

/** Files that go over in one message, and to the disk together: they are all open at once. */
const together = 64

/** Messages that may wait for the thread: what they hold stays in memory. */
const mostWaiting = 16

/** Puts texts in the place of files on a thread of its own, so that the next text can be made meanwhile. */
export class ReplaceThread {
  readonly #thread: Worker
  readonly #troubles = new Map<string, string>()
  #files: Replacement[] = []
  #waiting = 0

  /** Takes the built file of `replace-worker.ts`. */
  constructor(worker: string) {
    this.#thread = new Worker(worker, { env: {} })
    this.#thread.on('message', (troubles: readonly (readonly [path: string, trouble: string])[]) => {
      this.#waiting--
      for (const [path, trouble] of troubles) this.#troubles.set(path, trouble)
    })
  }

  /** Comes when there is room for more; the file may be written later. */
  async replace(file: Replacement): Promise<void> {
    this.#files.push(file)
    if (this.#files.length < together) return
    this.#send()
    await this.#fewerThan(mostWaiting)
  }

  /** Wait for all of them; answers what went wrong, by path. */
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
