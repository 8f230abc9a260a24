import type { Io } from './io.ts'

/** Milliseconds of work before the first status line, and between two status lines. */
const [firstAfter, between] = [1_000, 100]

/**
 * Shows the progress of long work on a terminal status line, and clears the line at the end. All parts of the work
 * share a clock.
 */
export class Progress {
  readonly #io: Io
  readonly #show: Io['status']
  #begun: number | undefined
  #next = 0

  constructor(io: Io) {
    this.#io = io
    this.#show = io.status
  }

  /**
   * Show that `done` of `all` are finished; `what` names them, such as "items checked". The last call clears the line.
   */
  show(what: string, done: number, all: number): void {
    if (!this.#show) return
    if (done >= all) return this.#clear()
    const now = this.#io.now().getTime()
    this.#begun ??= now
    if (now < Math.max(this.#begun + firstAfter, this.#next)) return
    this.#next = now + between
    this.#show(`${done.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}`)
  }

  /** Ends the work, also after an error: clears the line and resets the clock. */
  end(): void {
    this.#clear()
    this.#begun = undefined
  }

  #clear(): void {
    if (this.#next > 0) this.#show?.('')
    this.#next = 0
  }
}
