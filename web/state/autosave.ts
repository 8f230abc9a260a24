/** Milliseconds: the pause in typing after which a draft is saved, and the longest time that a change waits during typing. */
export const autosaveTimes = { pause: 250, most: 600 } as const

/** Keeps what changes: soon after each change, and in the midst of typing that does not pause; what can wait comes after a pause. */
export class Autosave {
  readonly #keep: () => void
  readonly #keepRest: () => void
  readonly #now: () => number
  #unkeptSince: number | undefined

  constructor(keep: () => void, keepRest: () => void, now: () => number = () => performance.now()) {
    this.#keep = keep
    this.#keepRest = keepRest
    this.#now = now
  }

  /** Something changed. Gives what ends the waiting, for a change that comes after it. */
  changed(): () => void {
    const since = (this.#unkeptSince ??= this.#now())
    const left = Math.max(0, since + autosaveTimes.most - this.#now())
    const wait = Math.min(autosaveTimes.pause, left)
    let timer = setTimeout(() => {
      this.#unkeptSince = undefined
      this.#keep()
      timer = setTimeout(this.#keepRest, autosaveTimes.pause - wait)
    }, wait)
    return () => clearTimeout(timer)
  }
}
