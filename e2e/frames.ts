/**
 * A script for the page: from then on `isInFrame()` says whether the work of a frame is under way, which draws at once what it changes.
 * The page's own work of a frame goes on in microtasks, all of which come before the drawing: more of them than the page ever makes.
 */
export const tellFrames = `(() => {
  const nextFrame = requestAnimationFrame.bind(globalThis)
  let isInFrame = false
  const leaveFrame = (hops) => (hops === 0 ? (isInFrame = false) : queueMicrotask(() => leaveFrame(hops - 1)))
  globalThis.requestAnimationFrame = (work) =>
    nextFrame((time) => {
      isInFrame = true
      work(time)
      leaveFrame(100)
    })
  globalThis.isInFrame = () => isInFrame
})()`
