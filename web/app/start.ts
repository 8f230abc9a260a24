import { firstAnswer } from 'virtual:first-answer'
import type { EnginePort } from '../analysis/client.ts'
import type { FromEngine, PrecomputedAnswer } from '../analysis/messages.ts'
import { DraftDatabase } from '../files/database.ts'
import { DraftStore } from '../state/draft-store.ts'
import { safeStorage, textsInMemory, unfailingStorage, type TextStore } from '../files/safe-storage.ts'
import { Tabs } from '../files/tabs.ts'
import { firstDraft } from '../state/open-draft.svelte.ts'
import { Playground } from '../state/playground.svelte.ts'
import { Drafts } from '../state/drafts.svelte.ts'
import type { Preferences } from '../state/view.svelte.ts'
import { thisAddress } from '../state/address.ts'
import { shareAnswers } from './shared-answers.ts'

function preferencesIn(local: TextStore): Preferences {
  return {
    read: (name) => local.getItem(`rye.view.${name}`) ?? undefined,
    write: (name, value) => local.setItem(`rye.view.${name}`, value),
  }
}

/**
 * The worker that the page's document started (`web/build/first-worker.ts`). Only the first call returns it; undefined
 * afterwards, and if the document started none.
 */
function startedBefore(): Worker | undefined {
  const page = globalThis as { ryeFirstWorker?: unknown }
  const worker = page.ryeFirstWorker
  delete page.ryeFirstWorker
  return worker instanceof Worker ? worker : undefined
}

function startEngine(): EnginePort {
  const worker = startedBefore() ?? new Worker(new URL('../analysis/worker.ts', import.meta.url), { type: 'module' })
  const port: EnginePort = {
    postMessage(message) {
      worker.postMessage(message)
      asked?.(message)
    },
    terminate() {
      worker.terminate()
    },
    onmessage: null,
    onerror: null,
  }
  const hear = (data: FromEngine): void => port.onmessage?.({ data })
  worker.onmessage = ({ data }: MessageEvent<FromEngine>) => hear(data)
  worker.onerror = ({ message }) => port.onerror?.({ message })
  const asked = shareAnswers(worker, hear)
  return port
}

/**
 * Whether the address requests a start without the tab's draft (`?safe`). Removes `?safe`, so the next reload is a
 * normal start.
 */
function takeSafe(): boolean {
  const safe = new URLSearchParams(location.search).has('safe')
  if (safe) history.replaceState(null, '', location.pathname + location.hash)
  return safe
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The engine's answer for the first example, computed during the build; undefined if it is missing. */
async function precomputedAnswer(): Promise<PrecomputedAnswer | undefined> {
  const answer = firstAnswer === undefined ? undefined : await fetch(firstAnswer).catch(() => undefined)
  // This file is trusted: `web/build/first-answer.ts` wrote it for this build.
  return answer?.ok === true ? ((await answer.json()) as PrecomputedAnswer) : undefined
}

/**
 * The maximum time in milliseconds that the first render waits for the precomputed answer. A second render would take
 * longer.
 */
const patienceMs = 50

/**
 * Create the playground of this page with the draft in the address, the tab's own draft or the first example.
 * `inMemory`: store nothing.
 */
export async function startPlayground({ inMemory = false } = {}): Promise<Playground> {
  const local = inMemory ? textsInMemory() : safeStorage(() => localStorage)
  const tab = inMemory ? textsInMemory() : unfailingStorage(safeStorage(() => sessionStorage))
  const store = new DraftStore({ local, tab, ...(!inMemory && { database: new DraftDatabase(), tabs: new Tabs() }) })
  const drafts = new Drafts(store, () => Date.now(), newId)
  const safe = takeSafe()
  const isFresh = safe || !drafts.wasOpen
  // Request the answer before the page knows which draft opens. `isExample` decides whether the answer fits.
  const early = isFresh && !inMemory && location.hash === '' ? precomputedAnswer() : undefined
  const { snapshot, notice, isExample } = await firstDraft(drafts, safe)
  const playground = new Playground(snapshot, drafts, preferencesIn(unfailingStorage(local)), startEngine)
  if (notice !== undefined) playground.view.say(notice)
  if (!inMemory) {
    void playground.draft.recall()
    const said = playground.draft.sayWhatIsKept(isFresh && thisAddress().packed === undefined)
    const isBare = isFresh && location.hash === '' && thisAddress().short === undefined
    // Load the code only if there are saved drafts.
    void said.then(async () => {
      if (isBare && drafts.headers.length > 0) await (await import('../learn/resume.ts')).offerToContinue(playground)
    })
  }
  const address = thisAddress()
  // Load the code that opens links only if the address contains a link.
  if (location.hash !== '' || address.short !== undefined)
    await (await import('../share/open-link.ts')).openLink(playground, address)
  playground.engine.analyse()
  if (isExample && early) {
    const shown = early.then((answer) => answer && playground.engine.showPrecomputed(snapshot, answer))
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  }
  return playground
}
