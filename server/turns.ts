/** Milliseconds of work after which others of this process have their turn: a fifth of what `/api/health` may take. */
const sliceMs = 10

/** Pieces of work that wait for their next slice. */
const waiting: (() => void)[] = []

/** One slice for each round of the loop: however many pieces of work are cut up, others wait for one slice at most. */
function nextSlice(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(nextSlice)
}

/** Cuts long work into slices, between which the loop that answers everybody answers. */
export class Turns {
  readonly #sliceMs: number
  #began = performance.now()

  constructor(most = sliceMs) {
    this.#sliceMs = most
  }

  /** Whether this slice has been long enough; then `give` is due. */
  get isDue(): boolean {
    return performance.now() - this.#began >= this.#sliceMs
  }

  /** Let everything run that waits by now. */
  async give(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(nextSlice)
    })
    this.#began = performance.now()
  }
}
