import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes of V8's young space; more is not faster and uses more memory. V8's own maximum is 32 MB in Node 20 and 22, later 64 MB. */
const usualMost = 4 * 1024 * 1024

/** V8's growth factor for a full young space, and the factor that stops growth. */
const [usualGrowth, noGrowth] = [2, 1].map((factor) => `--semi-space-growth-factor=${factor}`) as [string, string]

/**
 * Keeps V8's young space from growing once it is large enough: what a check allocates per item is garbage soon, and V8 fills all of a
 * larger space before it collects. Node sets the maximum only at its start, but the growth factor at any time.
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

  /** V8's code cache is only valid with the flags of its start (`quick.cjs`): they must be those again. */
  release(): void {
    if (this.#isHeld) setFlagsFromString(usualGrowth)
    this.#isHeld = false
  }
}

function sizeNow(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}
