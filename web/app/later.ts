/**
 * The pause in milliseconds without a keystroke before the page downloads all files for offline use. By then, the
 * editor has usually loaded, so the download does not slow it down.
 */
const keepAfterMs = 2_000

/** Start background work that must not delay the first render. */
export function startLater(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) inAPause(keepForOffline)
}

/** Run a function after {@link keepAfterMs} without a key press. */
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
    // The service worker controls the pages that are open when it starts. Other pages, such as one that is still
    // loading, must send it a message.
    if (!serviceWorker.controller) active?.postMessage('take this page too')
  }
  beKept().catch(() => undefined)
}
