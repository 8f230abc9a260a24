import { render } from 'svelte/server'
import { answer } from '../analysis/first-answer.ts'
import { textsInMemory } from '../files/safe-storage.ts'
import { DraftStore } from '../state/draft-store.ts'
import { Drafts } from '../state/drafts.svelte.ts'
import { firstDraft } from '../state/open-draft.svelte.ts'
import { Playground } from '../state/playground.svelte.ts'
import App from './App.svelte'
import { everyLayout } from './layout.svelte.ts'

interface Picture {
  readonly media: string
  readonly html: string
}

/**
 * The prerendered pages that a first visitor sees before any script runs: one per layout, with its media query. The
 * build renders the page's own components with the engine's answer for the first example. `web/build/first-picture.ts`
 * adds them to the document.
 */
export const pictures = await firstPictures()

async function firstPictures(): Promise<readonly Picture[]> {
  const drafts = new Drafts(
    new DraftStore({ local: textsInMemory(), tab: textsInMemory() }),
    () => 0,
    () => 'first',
  )
  const { snapshot } = await firstDraft(drafts, false)
  const nothing = (): void => undefined
  // A no-op engine port: the answer is precomputed, so the engine receives no questions.
  const port = { postMessage: nothing, terminate: nothing, onmessage: null, onerror: null }
  const playground = new Playground(snapshot, drafts, { read: () => undefined, write: nothing }, () => port)
  playground.engine.showPrecomputed(snapshot, answer)
  return everyLayout().map(({ media, layout }, at) => {
    const props = { playground, layout, simulate: nothing, later: nothing }
    return { media, html: plain(render(App, { props, idPrefix: `picture${at}` }).body) }
  })
}

/** Remove hydration comments, and test IDs that tests would otherwise find twice. */
function plain(html: string): string {
  return html.replaceAll(/<!--.*?-->| data-testid="[^"]*"/gs, '')
}
