/**
 * A script that adds `isInFrame()` to the page: whether an animation frame callback is running, so that its frame draws
 * the changes. The callback counts as running for 100 microtasks, more than the page ever queues before it draws.
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
