import { docsIn, openingAddress, shownIn, thisAddress } from '../state/address.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { takeToken } from '../run/server-token.ts'

/**
 * Follow the address while the page is open: open an entered link, and show previous drafts again on Back and Forward.
 * Returns a function that stops following.
 */
export function followAddress(playground: Playground): () => void {
  let opening: Promise<void> = Promise.resolve()
  let asked = 0
  // Addresses open one at a time. A waiting address is skipped if a newer one was requested, so the newest one is
  // shown.
  const openAddress = (): Promise<void> => {
    const turn = ++asked
    const open = async (): Promise<void> => {
      const { openLink } = await import('../share/open-link.ts')
      if (turn === asked) await openingAddress(() => openLink(playground, thisAddress()))
    }
    opening = opening.then(open, open)
    return opening
  }
  const opened = (event: HashChangeEvent): void => {
    takeToken()
    const page = docsIn(location.hash)
    if (page !== undefined) {
      const before = new URL(event.oldURL).hash
      if (docsIn(before) === undefined) playground.view.behindDocs = before
      playground.view.openDocs(page)
      return
    }
    if (playground.view.dialog === 'docs') playground.view.dialog = undefined
    // Back or Forward leads to an entry with a recorded draft, which `popstate` handles.
    if (!shownIn(history.state)) void openAddress()
  }
  const travelled = async ({ state }: PopStateEvent): Promise<void> => {
    const shown = shownIn(state)
    if (shown && !(await playground.draft.showAgain(shown))) await openAddress()
  }
  addEventListener('hashchange', opened)
  addEventListener('popstate', travelled)
  return () => {
    removeEventListener('hashchange', opened)
    removeEventListener('popstate', travelled)
  }
}
