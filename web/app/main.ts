import { mount } from 'svelte'
import App from './App.svelte'
import type { Playground } from '../state/playground.svelte.ts'
import { takeToken } from '../run/server-token.ts'
import { refuseLargePastes } from './paste.ts'
import { startPlayground } from './start.ts'
import { watchVersion } from './new-version.ts'
import '../style/base.css'

/** The first run loads the simulator. */
function simulate(of: Playground): void {
  void import('../run/simulate-draft.ts').then(({ simulateDraft }) => simulateDraft(of))
}

/** Start the work that must not delay the first picture. */
function later(): void {
  void import('./later.ts').then(({ startLater }) => startLater())
}

takeToken()
const playground = await startPlayground()
// At once: a button whose code is missing from the host would otherwise do nothing until `later` has run.
watchVersion(playground)
// At once: until the editor has loaded, the page has a plain text field, which a large paste would block.
refuseLargePastes(playground)
const target = document.getElementById('app')
target?.replaceChildren()
if (target) mount(App, { target, props: { playground, simulate, later } })
