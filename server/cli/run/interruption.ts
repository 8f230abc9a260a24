import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Handles a signal (Ctrl+C, `kill`, a closed terminal) that ends the program after it has ended its work. */
export class Interruption {
  readonly #controller = new AbortController()
  #by: (typeof signals)[number] | undefined

  constructor() {
    this.#listen()
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Called when the work has ended: from now on a signal ends the program at once. */
  release(): void {
    for (const signal of signals) process.removeListener(signal, this.#take)
  }

  /** Wait for a person. The question blocks the program, so a signal ends it at once. */
  whileAsked<T>(ask: () => T): T {
    this.release()
    try {
      return ask()
    } finally {
      if (this.#by === undefined) this.#listen()
    }
  }

  /**
   * The exit code of a command that ended with `code`. After a signal, the program prints the result and ends by the same signal,
   * because a shell continues its loop if Ctrl+C only makes the program exit.
   */
  exitCode(code: number): number {
    const by = this.#by
    if (by === undefined) return code
    process.once('exit', () => process.kill(process.pid, by))
    return 128 + constants.signals[by]
  }

  #listen(): void {
    for (const signal of signals) process.once(signal, this.#take)
  }

  readonly #take = (by: NodeJS.Signals): void => {
    // A second signal ends the program at once, without cleanup.
    this.release()
    this.#by = signals.find((signal) => signal === by)
    this.#controller.abort()
  }
}
