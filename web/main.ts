import { mount } from 'svelte'
import App from './App.svelte'
import type { EnginePort } from './analysis/client.ts'
import { BrowserDraftStore } from './files/draft-store.ts'
import { firstDraft, Playground } from './playground.svelte.ts'
import { Drafts } from './state/drafts.svelte.ts'
import type { Preferences } from './state/view.svelte.ts'
import './style/base.css'

const preferences: Preferences = {
  read: (name) => localStorage.getItem(`rye.view.${name}`) ?? undefined,
  write: (name, value) => localStorage.setItem(`rye.view.${name}`, value),
}

function startEngine(): EnginePort {
  const worker = new Worker(new URL('./analysis/worker.ts', import.meta.url), { type: 'module' })
  const port: EnginePort = {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    onmessage: null,
    onerror: null,
  }
  worker.onmessage = (event) => port.onmessage?.(event)
  worker.onerror = (event) => port.onerror?.({ message: event.message })
  return port
}

/** The simulator comes with the first run. */
function simulate(of: Playground): void {
  void import('./simulate-draft.ts').then(({ simulateDraft }) => simulateDraft(of))
}

const store = new BrowserDraftStore()
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const drafts = new Drafts(store, () => Date.now(), newId)
const playground = new Playground(await firstDraft(drafts, store), drafts, preferences, startEngine)
playground.analyse()
const target = document.getElementById('app')
if (target) mount(App, { target, props: { playground, simulate } })
