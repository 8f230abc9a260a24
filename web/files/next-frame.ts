/** Resolves after the next frame, or soon if the page is hidden. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    // The browser paints after the callback, so resolve in the next task.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 50)
  })
}
