import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes of V8's young space. With more, a check takes as long and more memory: V8 itself lets it have 32 MB in Node 20 and 22, 64 in later ones. */
const usualMost = 4 * 1024 * 1024

/** By how much V8 lets its young space grow when it is full, and what ends that. */
const [usualGrowth, noGrowth] = [2, 1].map((factor) => `--semi-space-growth-factor=${factor}`) as [string, string]

/**
 * Keeps the young space of V8 from growing any further where it is large enough: what a check makes for each item is garbage soon, and
 * all of a larger space is filled with it before it is collected. Its most can only be set when Node starts, its growth at any time.
 */
export class YoungSpace {
  readonly #most: number
  #isHeld = false

  constructor(most = usualMost) {
    this.#most = most
  }

  /** Look how large it is now. */
  look(): void {
    if (this.#isHeld || sizeNow() < this.#most) return
    this.#isHeld = true
    setFlagsFromString(noGrowth)
  }

  /** What V8 made of a script is kept for the settings that it starts with (`quick.cjs`): they must be those again. */
  release(): void {
    if (this.#isHeld) setFlagsFromString(usualGrowth)
    this.#isHeld = false
  }
}

function sizeNow(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}
