/**
 * When the editor, too, has most likely come, and the person looks at something: what is kept for working offline is everything,
 * and would load at the same time.
 */
const keepAfterMs = 2_000

/** Start background work that must not compete with the first picture. */
export function startLater(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) inAPause(keepForOffline)
}

/** Do something once, when no key was pressed for {@link keepAfterMs}. */
function inAPause(act: () => void): void {
  const noted = new AbortController()
  const paused = (): void => {
    noted.abort()
    act()
  }
  let waiting = setTimeout(paused, keepAfterMs)
  const pressed = (): void => {
    clearTimeout(waiting)
    waiting = setTimeout(paused, keepAfterMs)
  }
  addEventListener('keydown', pressed, { capture: true, signal: noted.signal })
}

function keepForOffline(): void {
  const { serviceWorker } = navigator
  const beKept = async (): Promise<void> => {
    await serviceWorker.register('./sw.js')
    const { active } = await serviceWorker.ready
    // The worker takes over the pages that are open when it begins. One that was loading just then, or was loaded past it, is none of them.
    if (!serviceWorker.controller) active?.postMessage('take this page too')
  }
  beKept().catch(() => undefined)
}
