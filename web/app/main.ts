import { mount } from 'svelte'
import App from './App.svelte'
import type { Playground } from '../state/playground.svelte.ts'
import { takeToken } from '../run/server-token.ts'
import { startPlayground } from './start.ts'
import '../style/base.css'

/** The simulator comes with the first run. */
function simulate(of: Playground): void {
  void import('../run/simulate-draft.ts').then(({ simulateDraft }) => simulateDraft(of))
}

/** When the editor, too, has most likely come: what is kept for working offline is everything, and would load beside it. */
const keepAfterMs = 2_000

/** What must not compete with the first picture. */
function later(): void {
  void import('./new-version.ts').then(({ watchVersion }) => watchVersion(playground))
  if (import.meta.env.PROD && 'serviceWorker' in navigator) setTimeout(keepForOffline, keepAfterMs)
}

function keepForOffline(): void {
  navigator.serviceWorker.register('./sw.js').catch(() => undefined)
}

takeToken()
const playground = await startPlayground()
const target = document.getElementById('app')
if (target) mount(App, { target, props: { playground, simulate, later } })
