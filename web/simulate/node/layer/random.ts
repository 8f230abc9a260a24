import { hostBytes } from './host.ts'

/** Bytes drawn at once: a call of the host costs more than the numbers do. */
const drawn = 1024

let words: Uint32Array = new Uint32Array()
let next = 0

/** `Math.random` from the host: the engine's own seed is as old as the image of its memory, and the same for all. */
export function random(): number {
  if (next + 2 > words.length) {
    words = new Uint32Array(hostBytes('random', drawn).buffer)
    next = 0
  }
  const [high = 0, low = 0] = words.subarray(next, (next += 2))
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53
}
