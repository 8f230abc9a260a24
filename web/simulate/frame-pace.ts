import { nextFrame } from '../files/next-frame.ts'

/** Milliseconds of work after which the page may draw: half a frame. */
const longestWithoutFrame = 8

/**
 * Lets the page draw while much comes in. The pieces of a fast download would else keep the thread busy until the
 * browser insists on a frame, which it does after a tenth of a second. All who share one pace wait together.
 */
export class FramePace {
  #drawn = performance.now()
  #frame: Promise<void> | undefined

  /** Continue at once, or after the next frame if the last one was too long ago. */
  async keep(): Promise<void> {
    if (this.#frame === undefined && performance.now() - this.#drawn < longestWithoutFrame) return
    this.#frame ??= nextFrame().then(() => {
      this.#frame = undefined
      this.#drawn = performance.now()
    })
    await this.#frame
  }
}
