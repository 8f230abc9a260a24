import { utf8ToBytes } from '@noble/hashes/utils.js'
import { renameItem } from '../editor/rename.ts'
import { nearest } from '../text/near.ts'
import { visible } from '../text/visible.ts'
import { listItems, type ListedItem } from '../resolve/items.ts'
import { readMetadata } from '../read/metadata/read.ts'
import { fieldValue } from '../read/metadata/metadata.ts'
import { jsonString } from '../read/value/json.ts'
import type { Space } from '../rules/space.ts'
import { limits } from '../limits.ts'
import type { ProjectRules } from '../workspace/workspace-settings.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Overlay } from './overlay-tree.ts'

/** A change to a project whose effects are requested before it is made. */
export type Hypothesis =
  | { readonly kind: 'delete'; readonly item_id: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'bump'; readonly item_id: string; readonly version: string }
  /** New contents of files; null deletes a file. */
  | { readonly kind: 'files'; readonly texts: Readonly<Record<string, string | null>> }
  /** Leaves out the `.ai` folder of a space. `system` means all bundles. */
  | { readonly kind: 'drop'; readonly space: 'project' | 'user' | 'system' }
  /** Other settings of the workspace, such as the dialect or the world. */
  | { readonly kind: 'settings'; readonly settings: Partial<ProjectRules> }

/** A change as an overlay or as settings, or the reason why it is impossible. */
export type Planned =
  | { readonly kind: 'overlay'; readonly overlay: Overlay }
  | { readonly kind: 'settings'; readonly settings: Partial<ProjectRules> }
  | { readonly kind: 'impossible'; readonly because: string }

/** The files that a hypothesis changes, or its settings. */
export function planChange(workspace: Workspace, hypothesis: Hypothesis): Planned {
  switch (hypothesis.kind) {
    case 'delete':
      return withItem(workspace, hypothesis.item_id, ({ path }) => filesChange([[path, null]]))
    case 'rename':
      return renameChange(workspace, hypothesis.from, hypothesis.to)
    case 'bump':
      return withItem(workspace, hypothesis.item_id, (item) => bumpChange(workspace, item, hypothesis.version))
    case 'files':
      return filesChange(Object.entries(hypothesis.texts))
    case 'drop':
      return dropChange(workspace, hypothesis.space)
    case 'settings':
      return hypothesis
  }
}

function withItem(workspace: Workspace, item_id: string, change: (item: ListedItem) => Planned): Planned {
  const items = listItems(workspace)
  const item = items.find((one) => one.item_id === workspace.formOf(item_id))
  if (item) return change(item)
  return impossible(`No item has the ID “${item_id}”.${similarIds(item_id, items)}`)
}

/** A sentence about the items with similar IDs, to append to a message about an unknown ID; empty if there are none. */
export function similarIds(id: string, items: readonly Pick<ListedItem, 'item_id'>[]): string {
  const ids = items.map(({ item_id }) => item_id)
  if (ids.some((one) => one.normalize('NFC') === id.normalize('NFC')))
    return ' An item has an ID with the same letters in a different Unicode form (NFC or NFD).'
  const near = nearest(id, ids)
  return near.length === 0 ? '' : ` Similar IDs: ${near.map(visible).join(', ')}.`
}

function renameChange(workspace: Workspace, from: string, to: string): Planned {
  return withItem(workspace, from, () => {
    const renamed = renameItem(listItems(workspace), from, to, ownTexts(workspace))
    return renamed.kind === 'impossible' ? renamed : filesChange(renamed.changes)
  })
}

/** Every tool and tool config of the project and the user space, as text. */
function ownTexts(workspace: Workspace): readonly (readonly [string, string])[] {
  const paths = listItems(workspace).flatMap(({ path, space, shadowed }) =>
    [{ path, space }, ...shadowed].flatMap((file) => (isOwn(file.space) && file.path !== null ? [file.path] : [])),
  )
  const own = workspace.places.filter(({ space }) => isOwn(space))
  const configs = own.flatMap(({ root }) => filesIn(workspace, `${root}/.ai/config`, 0))
  return [...new Set([...paths, ...configs])].flatMap((path): readonly (readonly [string, string])[] => {
    const text = workspace.file(path)?.text
    return text === undefined ? [] : [[path, text]]
  })
}

function isOwn(space: Space): boolean {
  return space === 'project' || space === 'user'
}

function filesIn(workspace: Workspace, folder: string, depth: number): readonly string[] {
  if (depth > limits.valueDepth) return []
  return [...(workspace.listing(folder) ?? [])].flatMap(([name, kind]) => {
    const path = `${folder}/${name}`
    return kind === 'directory' ? filesIn(workspace, path, depth + 1) : [path]
  })
}

/** Replaces the version in the item's file, and checks that the file then declares exactly this version. */
function bumpChange(workspace: Workspace, { item_id, path }: ListedItem, version: string): Planned {
  const field = workspace.metadata(path)?.fields.get('version')
  const text = workspace.file(path)?.text
  if (!field || text === undefined)
    return impossible(`“${item_id}” declares no version. Add one to ${path} before you change it.`)
  const { start, end } = field.value
  const changed = text.slice(0, start) + jsonString(version) + text.slice(end)
  const read = readMetadata(path, changed, workspace.dialect, workspace.host.parts)
  if (fieldValue(read, 'version') !== version)
    return impossible(`The version in ${path} cannot be replaced with “${version}”. Edit the file instead.`)
  return filesChange([[path, changed]])
}

function dropChange({ places }: Workspace, space: 'project' | 'user' | 'system'): Planned {
  const dropped = places.filter((place) => (space === 'system' ? !isOwn(place.space) : place.space === space))
  return { kind: 'overlay', overlay: { files: new Map(), hidden: dropped.map(({ root }) => `${root}/.ai`) } }
}

function filesChange(texts: Iterable<readonly [string, string | null]>): Planned {
  const files = new Map([...texts].map(([path, text]) => [path, text === null ? null : utf8ToBytes(text)] as const))
  return { kind: 'overlay', overlay: { files, hidden: [] } }
}

function impossible(because: string): Planned {
  return { kind: 'impossible', because }
}
