import type { Listing } from '../input/file-tree.ts'
import { extensionOf } from '../text/path.ts'

/** R1.3, difference R1: the extensions of tools, in one fixed order. */
export const toolExtensions = ['.py', '.yaml', '.yml', '.json', '.js', '.ts', '.mjs', '.cjs', '.sh', '.toml'] as const

/** The files of one directory that can be tools. Each path is one shared string. */
export interface ToolFolder {
  readonly byName: ReadonlyMap<string, string>
  /** The files with the same stem, in the order of R1.3. */
  readonly byStem: ReadonlyMap<string, readonly string[]>
}

/** The tools in the listing of a directory. A symbolic link counts as a tool until it is read. */
export function readToolFolder(directory: string, listing: Listing): ToolFolder {
  const byName = new Map<string, string>()
  const byStem = new Map<string, readonly string[]>()
  listing.forEach((kind, name) => {
    const extension = extensionOf(name)
    if (kind === 'directory' || !toolNames.has(extension)) return
    const path = `${directory}/${name}`
    byName.set(name, path)
    const stem = name.slice(0, name.length - extension.length)
    const others = byStem.get(stem)
    byStem.set(stem, others ? [...others, path].sort((a, b) => rankOfExtension(a) - rankOfExtension(b)) : [path])
  })
  return { byName, byStem }
}

const toolNames: ReadonlySet<string> = new Set(toolExtensions)

/** The position of a path's extension in the order of R1.3. */
export function rankOfExtension(path: string): number {
  return (toolExtensions as readonly string[]).indexOf(extensionOf(path))
}
