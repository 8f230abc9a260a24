/**
 * When the editor, too, has most likely come, and the person looks at something: what is kept for working offline is everything,
 * and would load beside it.
 */
const keepAfterMs = 2_000

/** Begin what the page does beside the work, and what must not compete with its first picture. */
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
  navigator.serviceWorker.register('./sw.js').catch(() => undefined)
}
