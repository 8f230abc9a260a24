import type { ListedItem } from '../resolve/items.ts'
import { newIdProblem } from '../rules/item-id.ts'
import type { SourceRange } from '../text/source.ts'
import { isReadOnly, itemIdOf, placeProblem } from '../workspace/space-paths.ts'
import { referencesOf, winnerOf, type Texts } from './ids.ts'

/** The changes that a rename makes to the draft, or the reason why the rename is impossible. */
export type Rename =
  | {
      readonly kind: 'possible'
      /** The item's file, and its new path. */
      readonly path: string
      readonly target: string
      /** The places in writable files that name the item, to replace with the new ID. */
      readonly places: readonly SourceRange[]
      /** The same changes as file contents by path; null deletes a file. */
      readonly changes: readonly (readonly [path: string, text: string | null])[]
      /** The other files in which `places` are replaced. */
      readonly mentions: readonly string[]
    }
  | { readonly kind: 'impossible'; readonly because: string }

/** The reason why the item with an ID cannot be renamed; undefined if it can. */
export function renameProblem(items: readonly ListedItem[], id: string): string | undefined {
  const own = winnerOf(items, id)
  if (!own) return `No item has the ID “${id}”.`
  return isReadOnly(own.path) ? 'System files are read-only. Copy the file to the project first.' : undefined
}

/** The changes that rename an item: its file, and every reference except in lockfiles and read-only files. */
export function renameItem(items: readonly ListedItem[], from: string, to: string, texts: Texts): Rename {
  const own = winnerOf(items, from)
  const problem = renameProblem(items, from)
  if (!own || problem !== undefined) return impossible(problem ?? '')
  const extension = own.path.slice(own.path.lastIndexOf('.'))
  if (!own.path.endsWith(`/${from}${extension}`)) return impossible(`The path ${own.path} does not end with “${from}”.`)
  const target = own.path.slice(0, -extension.length - from.length) + to + extension
  const files = new Map(texts)
  const wrong = placeProblem(
    [target],
    [...files.keys()].filter((path) => path !== own.path && !isReadOnly(path)),
  )
  if (wrong !== undefined) return impossible(wrong)
  const problemOfId = newIdProblem(to) ?? (itemIdOf(target) === to ? undefined : `“${to}” is not a valid item ID.`)
  if (problemOfId !== undefined) return impossible(problemOfId)
  if (to === from) return impossible('The item already has this ID.')
  if (winnerOf(items, to)) return impossible(`An item “${to}” already exists.`)
  const changed = new Map<string, string>()
  // A lockfile records the earlier chain, so it keeps the old ID and the chain counts as changed.
  const places = referencesOf(from, files).filter(({ path }) => !isReadOnly(path) && !path.includes('/.ai/lockfiles/'))
  for (const { path, start, end } of [...places].reverse()) {
    const text = changed.get(path) ?? files.get(path) ?? ''
    changed.set(path, text.slice(0, start) + to + text.slice(end))
  }
  const content = changed.get(own.path) ?? files.get(own.path) ?? ''
  const mentions = [...changed.keys()].filter((path) => path !== own.path)
  changed.delete(own.path)
  return {
    kind: 'possible',
    path: own.path,
    target,
    places,
    changes: [...changed, [own.path, null], [target, content]],
    mentions,
  }
}

function impossible(because: string): Rename {
  return { kind: 'impossible', because }
}
