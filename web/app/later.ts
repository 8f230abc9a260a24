/**
 * Milliseconds without a keystroke before the page downloads all files for offline use. By then the editor has most likely loaded, and
 * the download does not compete with it.
 */
const keepAfterMs = 2_000

/** Start background work that must not compete with the first picture. */
export function startLater(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) inAPause(keepForOffline)
}

/** Run a function once no key was pressed for {@link keepAfterMs}. */
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
    // The worker controls the pages that are open when it starts. Other pages, such as one that loads at that moment, must send it a message.
    if (!serviceWorker.controller) active?.postMessage('take this page too')
  }
  beKept().catch(() => undefined)
}
