/** Resolves after the next frame, but after at most 50 ms, because a hidden page renders no frames. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    // The browser paints after the callback, so resolve in the next task.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 50)
  })
}
