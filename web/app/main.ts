import { mount } from 'svelte'
import App from './App.svelte'
import type { Playground } from '../state/playground.svelte.ts'
import { takeClassKey } from '../run/class-key.ts'
import { takeToken } from '../run/server-token.ts'
import { refuseLargePastes } from './paste.ts'
import { startPlayground } from './start.ts'
import { watchVersion } from './new-version.ts'
import '../style/base.css'

/** Simulate the draft. The first call loads the simulator. */
function simulate(of: Playground): void {
  void import('../run/simulate-draft.ts').then(({ simulateDraft }) => simulateDraft(of))
}

/** Start the work that must not delay the first render. */
function later(): void {
  void import('./later.ts').then(({ startLater }) => startLater())
}

takeToken()
takeClassKey()
const playground = await startPlayground()
// Not in `later`: until this runs, a button whose code is missing on the host would do nothing and show no reason.
watchVersion(playground)
// Not in `later`: until the editor loads, the page has a plain text field, which a large paste would block.
refuseLargePastes(playground)
const target = document.getElementById('app')
target?.replaceChildren()
if (target) mount(App, { target, props: { playground, simulate, later } })
