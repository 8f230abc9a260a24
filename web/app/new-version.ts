import type { Playground } from '../state/playground.svelte.ts'

/** Milliseconds between two looks for a new version: a tab that is often left and come back to asks no oftener. */
const lookEvery = 10 * 60_000

/** The script that starts the page; `vite-first-worker.ts` names it by what it starts, so another build's has another name. */
const entryScript = 'script[src*="/first-worker-"]'

/** Whether the page's host gives out another build than the one that runs; undefined where it cannot be asked. */
async function isNewerThere(): Promise<boolean | undefined> {
  const own = document.querySelector<HTMLScriptElement>(entryScript)
  if (!own) return undefined
  try {
    // Not what is kept for working offline, which is as old as this page: the service worker lets it by.
    const response = await fetch(new URL('../index.html', own.src), { cache: 'no-store' })
    if (!response.ok) return undefined
    const theirs = new DOMParser().parseFromString(await response.text(), 'text/html')
    // Something else answers in its place, as a network does that asks to log in first.
    if (theirs.getElementById('app') === null) return undefined
    return theirs.querySelector(entryScript)?.getAttribute('src') !== own.getAttribute('src')
  } catch {
    return undefined
  }
}

/** Say that a newer version is there, when a tab is come back to, and when a part of this one is gone. A reload keeps the draft. */
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
          tone: 'trouble',
          action: reload,
        })
    })
  })
  // Every part that is loaded later reports here when it cannot be: the button that asked for it must not stay dead.
  addEventListener('vite:preloadError', () => {
    view.dialog = undefined
    void isNewerThere().then((newer) => {
      const reason =
        newer === true
          ? 'A new version of this page is available and needed for this part.'
          : 'A part of the page did not load. Check your connection.'
      view.say({ text: `${reason} Your draft is saved.`, tone: 'trouble', action: reload })
    })
  })
}
