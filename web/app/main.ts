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

takeToken()
const playground = await startPlayground()
const target = document.getElementById('app')
if (target) mount(App, { target, props: { playground, simulate } })
// What is for later must not compete with what is needed now.
function later(): void {
  void import('./new-version.ts').then(({ watchVersion }) => watchVersion(playground))
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('./sw.js').catch(() => undefined)
}
if (document.readyState === 'complete') later()
else addEventListener('load', later)
