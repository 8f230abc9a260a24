import type { Playground } from '../state/playground.svelte.ts'

/** The minimum time between two checks when the user returns to the tab, in milliseconds. */
const lookEvery = 10 * 60_000

/**
 * A selector of the script that starts the page. The script's name contains a hash that differs per build; see
 * `web/build/first-worker.ts`.
 */
const entryScript = 'script[src*="/first-worker-"]'

/** Whether the host serves a newer build; undefined if the host does not respond. */
async function isNewerThere(): Promise<boolean | undefined> {
  const own = document.querySelector<HTMLScriptElement>(entryScript)
  if (!own) return undefined
  try {
    // The service worker sends this request to the host, because its offline copy is as old as this page.
    const response = await fetch(new URL('../index.html', own.src), { cache: 'no-store' })
    if (!response.ok) return undefined
    const theirs = new DOMParser().parseFromString(await response.text(), 'text/html')
    // The response is a different page, such as the login page of a network.
    if (theirs.getElementById('app') === null) return undefined
    return theirs.querySelector(entryScript)?.getAttribute('src') !== own.getAttribute('src')
  } catch {
    return undefined
  }
}

/**
 * Show a notice if a newer version is available when the user returns to the tab, or if a part of the page fails to
 * load. The Reload button of the notice saves the draft first.
 */
export function watchVersion({ view, draft }: Playground): void {
  const reload = {
    title: 'Reload',
    run: () =>
      void draft.keep().then(() => {
        draft.leave()
        location.reload()
      }),
  }
  let looked = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - looked < lookEvery) return
    looked = performance.now()
    void isNewerThere().then((newer) => {
      if (newer === true)
        view.say({
          text: 'A new version of this page is available. Your draft is saved.',
          tone: 'calm',
          stays: true,
          action: reload,
        })
    })
  })
  // `load-part.ts` sends this event if a part of the page fails to load. The notice explains why the button has no
  // effect.
  addEventListener('vite:preloadError', () => {
    view.dialog = undefined
    void isNewerThere().then((newer) => {
      const reason =
        newer === true
          ? 'This part requires the new version of the page.'
          : 'Part of the page did not load. Check your connection.'
      view.say({ text: `${reason} Your draft is saved.`, tone: 'trouble', action: reload })
    })
  })
}
