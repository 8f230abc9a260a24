import type { Io } from './io.ts'

/** Milliseconds of work after which a person wants to know how far it is, and between two words of it. */
const [firstAfter, between] = [1_000, 100]

/** Tells at a terminal how far long work is, on a line that goes when the work is over. Work of several parts has one clock. */
export class Progress {
  readonly #io: Io
  readonly #show: Io['status']
  #begun: number | undefined
  #next = 0

  constructor(io: Io) {
    this.#io = io
    this.#show = io.status
  }

  /** So many of all are done of what is named, such as "items checked"; with the last of them its line goes. */
  tell(what: string, done: number, all: number): void {
    if (!this.#show) return
    if (done >= all) return this.#clear()
    const now = this.#io.now().getTime()
    this.#begun ??= now
    if (now < Math.max(this.#begun + firstAfter, this.#next)) return
    this.#next = now + between
    this.#show(`${done.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}`)
  }

  /** The work is over, or ended by a trouble: whatever is said next stands on a line of its own, and other work begins anew. */
  end(): void {
    this.#clear()
    this.#begun = undefined
  }

  #clear(): void {
    if (this.#next > 0) this.#show?.('')
    this.#next = 0
  }
}
