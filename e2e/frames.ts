/**
 * A script for the page that adds `isInFrame()`: whether the callback of an animation frame runs, so that changes are drawn with that
 * frame. The callback counts as running for 100 microtasks, more than the page ever queues before the drawing.
 */
export const frameProbe = `(() => {
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
