import { maskOf } from '#core/trust'
import type { Snapshot } from '#core/workspace'
import type { Playground } from './playground.svelte.ts'

const masks = new WeakMap<Snapshot, (text: string) => string>()

/** `text` with fingerprints in place of the draft's secrets, or unchanged while the page shows secrets. */
export function masked({ session, view }: Playground, text: string): string {
  if (view.secretsShown) return text
  const { snapshot } = session
  const mask = masks.get(snapshot) ?? maskOf(snapshot)
  masks.set(snapshot, mask)
  return mask(text)
}
