import { beginsAsTool, beginsAsToolLength, itemKind, type ItemKind } from '#core/read'
import { listItems, type ListedItem } from '#core/resolve'
import type { Directory } from './directory.ts'
import type { DiskFs } from './kept/reads.ts'

/**
 * The items of a project, each once, with the files that it shadows (R1.1, R1.5). Libraries and data are separate
 * (R1.7, R1.8).
 */
export interface ListedItems {
  readonly items: readonly ListedItem[]
  readonly libraries: readonly ListedItem[]
  readonly data: readonly ListedItem[]
  /** Folders that cannot be listed; the list lacks their items. */
  readonly unreadable: readonly string[]
}

/** List every item of a project. */
export function list(directory: Directory): ListedItems {
  const { workspace } = directory
  const kinds: Readonly<Record<ItemKind, ListedItem[]>> = { tool: [], library: [], data: [] }
  for (const item of listItems(workspace)) kinds[kindOf(item.path, directory)].push(item)
  const { tool: items, library: libraries, data } = kinds
  return { items, libraries, data, unreadable: [...workspace.closedFolders].sort() }
}

/**
 * The kind of a file (R1.7, R1.8), without parsing if possible, because parsing a large tree takes much longer than
 * listing it. An unreadable file counts as a tool.
 */
function kindOf(path: string, { workspace, onDisk, disk }: Directory): ItemKind {
  const place = onDisk(path)
  if (place !== undefined && beginsAsTool(path, shortText(disk, place), workspace.dialect)) return 'tool'
  const metadata = workspace.metadata(path)
  return metadata === undefined ? 'tool' : itemKind(metadata)
}

const bytes = Buffer.alloc(beginsAsToolLength + 1)

/** The text of a file; empty if the file is too long or cannot be read. */
function shortText(disk: DiskFs, place: string): string {
  try {
    const file = disk.openSync(place, 'r')
    try {
      const length = disk.readSync(file, bytes, 0, bytes.length, 0)
      return length > beginsAsToolLength ? '' : bytes.toString('utf8', 0, length)
    } finally {
      disk.closeSync(file)
    }
  } catch {
    // The workspace reports the reason.
    return ''
  }
}
