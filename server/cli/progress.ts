import type { Io } from './io.ts'

/** Milliseconds of work after which a person wants to know how far it is, and between two words of it. */
const [firstAfter, between] = [1_000, 100]

/** Tells at a terminal how far long work is, on a line that goes when the work is over. */
export class Progress {
  readonly #what: string
  readonly #io: Io
  readonly #show: Io['status']
  #begun: number | undefined
  #next = 0

  /** `what` stands behind the numbers, such as "items checked". */
  constructor(io: Io, what: string) {
    this.#io = io
    this.#show = io.status
    this.#what = what
  }

  /** So many of all are done; with the last of them the work is over. */
  tell(done: number, all: number): void {
    if (done >= all) return this.end()
    if (!this.#show) return
    const now = this.#io.now().getTime()
    this.#begun ??= now
    if (now < Math.max(this.#begun + firstAfter, this.#next)) return
    this.#next = now + between
    this.#show(`${done.toLocaleString('en')} of ${all.toLocaleString('en')} ${this.#what}`)
  }

  /** The work is over, or ended by a trouble: whatever is said next stands on a line of its own. */
  end(): void {
    if (this.#next > 0) this.#show?.('')
    this.#begun = undefined
    this.#next = 0
  }
}
