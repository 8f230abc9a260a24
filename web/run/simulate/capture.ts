import { joinBytes } from '../../files/bytes.ts'

/**
 * One output stream of a run, kept to a fixed size: the first half of the budget as it comes, then the last half as a
 * tail that moves on. What falls between is counted.
 */
export class Capture {
  total = 0
  readonly #half: number
  #head = 0
  #tail: Uint8Array[] = []
  #tailLength = 0

  constructor(kept: number) {
    this.#half = Math.floor(kept / 2)
  }

  /** Take bytes; gives those that belong to the head, to be shown at once. */
  add(bytes: Uint8Array): Uint8Array {
    this.total += bytes.length
    const live = bytes.subarray(0, Math.max(0, this.#half - this.#head))
    this.#head += live.length
    const rest = bytes.subarray(live.length)
    if (rest.length > 0) {
      this.#tail.push(rest)
      this.#tailLength += rest.length
      this.#trim()
    }
    return live
  }

  /** The last bytes, as many as fit. */
  tail(): Uint8Array {
    return joinBytes(this.#tail)
  }

  #trim(): void {
    while (this.#tailLength > this.#half) {
      const first = this.#tail[0]
      if (first === undefined) return
      const excess = Math.min(first.length, this.#tailLength - this.#half)
      this.#tailLength -= excess
      if (excess === first.length) this.#tail.shift()
      else this.#tail[0] = first.subarray(excess)
    }
  }
}

/** The line that stands where the middle of a long output was left out. */
export function omissionMark(bytes: number): string {
  return `\n[... ${bytes} bytes left out ...]\n`
}
