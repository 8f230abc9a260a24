import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Bytes at which V8's young space stops growing. A larger space is not faster and uses more memory. V8's own maximum is
 * 32 MB in Node 20 and 22, and 64 MB in later versions.
 */
const usualMost = 4 * 1024 * 1024

/** V8's growth factor for a full young space, and the factor that prevents growth. */
const [usualGrowth, noGrowth] = [2, 1].map((factor) => `--semi-space-growth-factor=${factor}`) as [string, string]

/**
 * Keeps V8's young space from growing after it is large enough. A check allocates objects per item that soon become
 * garbage, but V8 fills a larger space completely before it collects. Node accepts the maximum size only at startup,
 * but the growth factor at any time.
 */
export class YoungSpace {
  readonly #most: number
  #isHeld = false

  constructor(most = usualMost) {
    this.#most = most
  }

  /** Check the current size, and stop growth if it is large enough. */
  look(): void {
    if (this.#isHeld || sizeNow() < this.#most) return
    this.#isHeld = true
    setFlagsFromString(noGrowth)
  }

  /** Restore the flags that were set at startup, because V8's code cache (`quick.cjs`) is valid only with them. */
  release(): void {
    if (this.#isHeld) setFlagsFromString(usualGrowth)
    this.#isHeld = false
  }
}

function sizeNow(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}
