import { nextFrame } from '../files/next-frame.ts'

/** Milliseconds of work after which the page can draw: half a frame. */
const longestWithoutFrame = 8

/**
 * Lets the page draw while many messages arrive. Otherwise the pieces of a fast download would block the thread until the browser
 * forces a frame after 100 ms. All callers that share a pace wait for the same frame.
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
