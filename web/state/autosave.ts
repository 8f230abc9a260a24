/** The pause in typing before a save, and the maximum delay of a save during typing, both in milliseconds. */
export const autosaveTimes = { pause: 250, most: 600 } as const

/**
 * Saves changes after a short pause, and at intervals during continuous typing. Saves the history only after a pause.
 */
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

  /** Schedule a save. Returns a function that cancels it when the next change occurs. */
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
