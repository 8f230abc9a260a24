import type { ListedItem } from '#core'
import { isReadOnly, itemIdOf, placeProblem } from '../files/places.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { referencesOf, winnerOf, type Texts } from './ids.ts'

/** What a rename would do to the draft, or why it cannot be done. */
export type Rename =
  | {
      readonly kind: 'possible'
      /** Where the item's file goes. */
      readonly target: string
      /** Contents by path; null takes the file away. */
      readonly changes: readonly (readonly [path: string, text: string | null])[]
      /** Files of the draft that name the item. */
      readonly mentions: readonly string[]
    }
  | { readonly kind: 'impossible'; readonly because: string }

/** Why the item of an id cannot be given another one, or undefined where it can. */
export function renameProblem(items: readonly ListedItem[], id: string): string | undefined {
  const own = winnerOf(items, id)
  if (!own) return `“${id}” is no item id.`
  return isReadOnly(own.path) ? 'System files are read-only: copy it to the project first.' : undefined
}

/** Rename an item: its file, and every place in files of the draft that names it. */
export function renameItem(items: readonly ListedItem[], from: string, to: string, texts: Texts): Rename {
  const own = winnerOf(items, from)
  const problem = renameProblem(items, from)
  if (!own || problem !== undefined) return impossible(problem ?? '')
  const extension = own.path.slice(own.path.lastIndexOf('.'))
  if (!own.path.endsWith(`/${from}${extension}`))
    return impossible(`The path ${own.path} does not spell “${from}” out.`)
  const target = own.path.slice(0, -extension.length - from.length) + to + extension
  const files = new Map(texts)
  const wrong = placeProblem(
    [target],
    [...files.keys()].filter((path) => path !== own.path && !isReadOnly(path)),
  )
  if (wrong !== undefined) return impossible(wrong)
  if (to === '' || itemIdOf(target) !== to || /[^\w/.-]/.test(to)) return impossible(`“${to}” cannot be an item id.`)
  if (to === from) return impossible('That is its name already.')
  if (winnerOf(items, to)) return impossible(`There is already an item “${to}”.`)
  const changed = new Map<string, string>()
  for (const { path, start, end } of [...referencesOf(from, files)].reverse()) {
    // A lockfile is a record of what was: it is to tell that the chain is another one now.
    if (isReadOnly(path) || path.includes('/.ai/lockfiles/')) continue
    const text = changed.get(path) ?? files.get(path) ?? ''
    changed.set(path, text.slice(0, start) + to + text.slice(end))
  }
  const content = changed.get(own.path) ?? files.get(own.path) ?? ''
  const mentions = [...changed.keys()].filter((path) => path !== own.path)
  changed.delete(own.path)
  return { kind: 'possible', target, changes: [...changed, [own.path, null], [target, content]], mentions }
}

/** Rename an item of the open draft in one step; gives why that cannot be done. */
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

function impossible(because: string): Rename {
  return { kind: 'impossible', because }
}
