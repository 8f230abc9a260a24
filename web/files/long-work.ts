/** Thrown out of long work that the person stopped. */
export class Stopped extends Error {}

/** Milliseconds that the page may be held up at once: a frame. */
const atOnceMs = 16
/** Milliseconds between two words about how far it is: more often nobody can read it, least of all aloud. */
const betweenWordsMs = 500

/** Let the page draw and answer before going on. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Work that would hold the page up, done in pieces: between them the page draws and answers, and the person may stop it. */
export class LongWork {
  readonly #tell: (done: number) => void
  #rested = performance.now()
  #reportedAt = performance.now()
  #stopped = false

  /** `tell` hears now and then how many pieces are done; not at all where the work is short. */
  constructor(tell: (done: number) => void) {
    this.#tell = tell
  }

  stop(): void {
    this.#stopped = true
  }

  /** To be waited for after each piece; rejects with `Stopped` once the person has stopped the work. */
  async rest(done: number): Promise<void> {
    const now = performance.now()
    if (now - this.#rested < atOnceMs) return
    if (now - this.#reportedAt >= betweenWordsMs) {
      this.#reportedAt = now
      this.#tell(done)
    }
    await pause()
    if (this.#stopped) throw new Stopped()
    this.#rested = performance.now()
  }
}
