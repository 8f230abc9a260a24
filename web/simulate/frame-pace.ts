import { nextFrame } from '../files/next-frame.ts'

/** The maximum time of work without a frame in milliseconds: half a frame. */
const longestWithoutFrame = 8

/**
 * Lets the page render while many messages arrive. Otherwise the chunks of a fast download would block the thread until
 * the browser forces a frame after 100 ms. All callers that share a pace wait for the same frame.
 */
export class FramePace {
  #drawn = performance.now()
  #frame: Promise<void> | undefined

  /** Continue immediately, or after the next frame if the last frame was too long ago. */
  async keep(): Promise<void> {
    if (this.#frame === undefined && performance.now() - this.#drawn < longestWithoutFrame) return
    this.#frame ??= nextFrame().then(() => {
      this.#frame = undefined
      this.#drawn = performance.now()
    })
    await this.#frame
  }
}
