/** Thrown when the user stops long work. */
export class Stopped extends Error {}

/** Maximum number of milliseconds that work blocks the page: one frame. */
const atOnceMs = 16
/** Milliseconds between two progress reports, so that people and screen readers can follow. */
const betweenReportsMs = 500

/** Give the page time to draw and handle input. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Long work in pieces: between them the page draws and handles input, and the user can stop it. */
export class LongWork {
  readonly #report: (done: number) => void
  #rested = performance.now()
  #reportedAt = performance.now()
  #stopped = false

  /** @param report Receives the number of finished pieces at intervals, but never for short work. */
  constructor(report: (done: number) => void) {
    this.#report = report
  }

  stop(): void {
    this.#stopped = true
  }

  /** Await after each piece. Rejects with `Stopped` after `stop`. */
  async rest(done: number): Promise<void> {
    const now = performance.now()
    if (now - this.#rested < atOnceMs) return
    if (now - this.#reportedAt >= betweenReportsMs) {
      this.#reportedAt = now
      this.#report(done)
    }
    await pause()
    if (this.#stopped) throw new Stopped()
    this.#rested = performance.now()
  }
}
