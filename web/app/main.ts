import { mount } from 'svelte'
import App from './App.svelte'
import type { Playground } from '../state/playground.svelte.ts'
import { takeToken } from '../run/server-token.ts'
import { refuseLargePastes } from './paste.ts'
import { startPlayground } from './start.ts'
import { watchVersion } from './new-version.ts'
import '../style/base.css'

/** The simulator comes with the first run. */
function simulate(of: Playground): void {
  void import('../run/simulate-draft.ts').then(({ simulateDraft }) => simulateDraft(of))
}

/** What must not compete with the first picture. */
function later(): void {
  void import('./later.ts').then(({ startLater }) => startLater())
}

takeToken()
const playground = await startPlayground()
// From the first moment: a part that is gone would else leave its button dead until what comes later is there.
watchVersion(playground)
// A page that is slow to come has a plain field first, and that is what a large paste holds up.
refuseLargePastes(playground)
const target = document.getElementById('app')
target?.replaceChildren()
if (target) mount(App, { target, props: { playground, simulate, later } })
