/**
 * Milliseconds per slice of work, after which other work of this process runs: a fifth of the time limit of
 * `/api/health`.
 */
const sliceMs = 10

/** The resolvers of work that waits for its next slice. */
const waiting: (() => void)[] = []

/**
 * Runs one slice per round of the event loop. Other work waits for at most one slice, regardless of the amount of
 * sliced work.
 */
function nextSlice(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(nextSlice)
}

/** Splits long work into slices, between which the event loop processes requests. */
export class Turns {
  readonly #sliceMs: number
  #began = performance.now()

  constructor(most = sliceMs) {
    this.#sliceMs = most
  }

  /** Whether this slice is over; if so, call `give`. */
  get isDue(): boolean {
    return performance.now() - this.#began >= this.#sliceMs
  }

  /** Wait for the next slice, which follows one slice of each other waiting work. */
  async give(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(nextSlice)
    })
    this.#began = performance.now()
  }
}
