import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How a person or a system ends a program from outside (Ctrl+C, `kill`, a terminal that closes) while something has to be ended first. */
export class Interruption {
  readonly #controller = new AbortController()
  #by: (typeof signals)[number] | undefined

  constructor() {
    this.#listen()
  }

  /** Aborted as soon as a signal came. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Whatever had to be ended is: from here on a signal ends the program at once. */
  release(): void {
    for (const signal of signals) process.removeListener(signal, this.#take)
  }

  /** Wait for a person, who holds up all of this program: a signal ends it at once, as nothing here could hear it. */
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
