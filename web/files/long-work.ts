/** Thrown when the user stops long work. */
export class Stopped extends Error {}

/** The maximum time in milliseconds that work blocks the page: one frame. */
const atOnceMs = 16
/** The time between two progress reports in milliseconds, slow enough for users and screen readers. */
const betweenReportsMs = 500

/** Wait for the next task, so that the page renders and handles input. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Long work in pieces. Between the pieces, the page renders and handles input, and the user can stop the work. */
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

  /** Await this after each piece. After `stop`, rejects with `Stopped` at the next pause. */
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
