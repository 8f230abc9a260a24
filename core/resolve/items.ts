import { limits } from '../limits.ts'
import { idProblem } from '../rules/item-id.ts'
import type { Space } from '../rules/space.ts'
import type { Found } from '../trace.ts'
import { rankOfExtension } from '../workspace/tool-folder.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { idFiles, idOf, toolFiles } from './files.ts'
import { findItem, findShadowed, folded } from './resolve.ts'

/** An entry in the list of all items: its winning file, and the files that it shadows. */
export interface ListedItem {
  readonly item_id: string
  readonly path: string
  readonly space: Space
  readonly shadowed: readonly Found[]
}

/**
 * Every valid ID that a file in any place has, in search order. Each ID is listed once, with the file that it finds
 * (R1.1).
 */
export function listItems(workspace: Workspace): readonly ListedItem[] {
  return bothLists(workspace).items
}

/**
 * The files whose path is not a valid ID (R1.4), such as one with a backslash, or is longer than `limits.idLength`. No
 * ID finds them, and a check reports them.
 */
export function misnamedItems(workspace: Workspace): readonly ListedItem[] {
  return bothLists(workspace).misnamed
}

function bothLists(workspace: Workspace): Readonly<Record<'items' | 'misnamed', readonly ListedItem[]>> {
  return workspace.remember('items', workspace.figures.list, () => {
    const all = workspace.dialect.stemSearch ? collectByStem(workspace) : collectByPath(workspace)
    const misnamed = all.filter(({ item_id }) => item_id.length > limits.idLength || idProblem(item_id) !== undefined)
    return { items: misnamed.length === 0 ? all : all.filter((item) => !misnamed.includes(item)), misnamed }
  })
}

function collectByPath(workspace: Workspace): readonly ListedItem[] {
  const items = new Map<string, { item_id: string; path: string; space: Space; shadowed: Found[] }>()
  for (const place of workspace.places) {
    const best = new Map<string, string>()
    for (const path of toolFiles(workspace, place)) {
      const id = idOf(workspace, path, place)
      const other = best.get(id)
      if (other === undefined || rankOfExtension(path) < rankOfExtension(other)) best.set(id, path)
    }
    for (const [id, path] of best) {
      const known = items.get(id)
      if (known) known.shadowed.push({ path, space: place.space })
      else items.set(id, { item_id: id, path, space: place.space, shadowed: [] })
    }
  }
  return [...items.values()]
}

/**
 * Maps each ID to another ID of its space that differs only in case or Unicode form. A file system of macOS or Windows
 * cannot contain both files.
 */
export function alikeItems(workspace: Workspace): ReadonlyMap<string, string> {
  return workspace.remember('alike items', workspace.figures.list, () => {
    const byName = new Map<string, string[]>()
    for (const { item_id, space } of listItems(workspace)) {
      const name = `${space} ${folded(item_id)}`
      const same = byName.get(name)
      if (same) same.push(item_id)
      else byName.set(name, [item_id])
    }
    return new Map(
      [...byName.values()].flatMap(([first = '', ...others]) => [
        ...(others[0] === undefined ? [] : [[first, others[0]] as const]),
        ...others.map((other) => [other, first] as const),
      ]),
    )
  })
}

/** Section 0, kiwi: the list of items. An ID can also match a file with a longer ID in an earlier folder or place. */
function collectByStem(workspace: Workspace): readonly ListedItem[] {
  const items = new Map<string, ListedItem>()
  for (const place of workspace.places) {
    for (const file of idFiles(workspace, place)) {
      const id = idOf(workspace, file, place)
      if (items.has(id)) continue
      const match = findItem(workspace, id, workspace.places)
      if (!match) continue
      const { space } = match.place
      items.set(id, { item_id: id, path: match.path, space, shadowed: findShadowed(workspace, id, space) })
    }
  }
  return [...items.values()]
}
