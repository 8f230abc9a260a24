import type { Playground } from '../playground.svelte.ts'
import { shareable } from './shareable.ts'

/** Copy a link to the draft that opens on one reason: a value, a step of the trace, or an answer. */
export async function copyPermalink(playground: Playground, view: Readonly<Record<string, string>>): Promise<void> {
  const { session } = playground
  const { prepareShare } = await import('./codec.ts')
  const { fragment, secrets, problem } = prepareShare(shareable(session))
  if (secrets.length > 0 || problem !== undefined) {
    playground.view.dialog = 'share'
    return
  }
  const options = new URLSearchParams(view).toString()
  const address = `${location.origin}${location.pathname}#${fragment}&${options}`
  try {
    await navigator.clipboard.writeText(address)
    playground.view.say('A link to this very place was copied.')
  } catch {
    history.replaceState(null, '', address)
    playground.view.say('The address bar now holds a link to this very place.')
  }
}
