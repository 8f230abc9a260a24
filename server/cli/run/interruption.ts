import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Handles a signal (Ctrl+C, `kill`, a closed terminal). The program ends after it has stopped its work. */
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

  /** Called when the work has ended. Afterwards, a signal ends the program immediately. */
  release(): void {
    for (const signal of signals) process.removeListener(signal, this.#take)
  }

  /** Ask the user. The question blocks the program, so a signal ends the program immediately. */
  whileAsked<T>(ask: () => T): T {
    this.release()
    try {
      return ask()
    } finally {
      if (this.#by === undefined) this.#listen()
    }
  }

  /**
   * The exit code of a command that ended with `code`. After a signal, the program prints the result and ends with the
   * same signal, because a shell would continue its loop after a normal exit.
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
    // A second signal ends the program immediately, without cleanup.
    this.release()
    this.#by = signals.find((signal) => signal === by)
    this.#controller.abort()
  }
}
