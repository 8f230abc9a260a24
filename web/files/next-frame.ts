/** When the page has drawn; soon, where it is not shown and draws nothing. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    // Drawing follows the callback, so the wait ends with the task after it.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 50)
  })
}
