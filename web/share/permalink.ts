import type { Playground } from '../state/playground.svelte.ts'

/** The base address of the playground, without the page name. A link is this address and a fragment. */
export function playgroundAddress(): string {
  return location.origin + location.pathname.replace(/\/(?:s|embed)\/.*$/, '/')
}

/** A link to the draft; undefined if it requires confirmation, for example because of a secret. */
export async function draftLink({ session, drafts }: Playground): Promise<string | undefined> {
  const [{ nameOfOrigin, prepareShare }, { shareable }] = await Promise.all([
    import('./codec.ts'),
    import('./shareable.ts'),
  ])
  const { fragment, secrets, problem } = prepareShare(shareable(session))
  if (secrets.length > 0 || problem !== undefined) return undefined
  return `${playgroundAddress()}#${fragment}${nameOfOrigin(drafts, session.snapshot)}`
}

/**
 * Copy a link that opens the draft with a value, a trace step or an answer. A link that requires confirmation opens
 * Share instead.
 */
export async function copyPermalink(playground: Playground, view: Readonly<Record<string, string>>): Promise<void> {
  const link = await draftLink(playground)
  const place = `&${new URLSearchParams(view).toString()}`
  if (link === undefined) {
    playground.view.sharedPlace = place
    playground.view.dialog = 'share'
    return
  }
  const address = link + place
  try {
    await navigator.clipboard.writeText(address)
    playground.view.say('Link to this place copied.')
  } catch {
    history.replaceState(null, '', address)
    playground.view.say('Copying is blocked. Copy the link from the address bar.')
  }
}
