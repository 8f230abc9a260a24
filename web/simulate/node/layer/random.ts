import { hostBytes } from './host.ts'

/**
 * The number of random bytes per host call. They are requested in bulk, because a call is slower than generating them.
 */
const drawn = 1024

let words: Uint32Array = new Uint32Array()
let next = 0

/**
 * `Math.random` with random numbers from the host. The engine's seed is part of its memory image, so it is the same for
 * all programs.
 */
export function random(): number {
  if (next + 2 > words.length) {
    words = new Uint32Array(hostBytes('random', drawn).buffer)
    next = 0
  }
  const [high = 0, low = 0] = words.subarray(next, (next += 2))
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53
}
