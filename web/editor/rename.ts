import { renameItem } from '#core/editor'
import type { Playground } from '../state/playground.svelte.ts'

/** Rename an item of the open draft as one undo step. Returns an error message if the rename fails. */
export function renameInDraft(playground: Playground, from: string, to: string): string | undefined {
  const { session, view } = playground
  const rename = renameItem(session.items, from, to, session.texts())
  if (rename.kind === 'impossible') return rename.because
  const label = `Rename ${from} to ${to}`
  session.change(rename.changes, label, session.snapshot.item_id === from ? { item_id: to } : {})
  session.open(rename.target)
  view.say({ text: label, tone: 'calm', action: { title: 'Undo', run: () => playground.undo() } })
  return undefined
}
