import { docsIn, shownIn, thisAddress } from '../state/address.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { takeToken } from '../run/server-token.ts'

/**
 * Follow the address while the page is open: a link entered there is opened, and the browser's Back and Forward show
 * again what was shown. Gives what ends it.
 */
export function followAddress(playground: Playground): () => void {
  const openAddress = async (): Promise<void> =>
    (await import('../share/open-link.ts')).openLink(playground, thisAddress())
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
    // Where something was shown before, the browser's Back or Forward has led here.
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
