import { limits } from '../limits.ts'
import type { FileKind } from '../input/file-tree.ts'
import { extensionOf, nameOf } from '../text/path.ts'
import type { Place } from '../workspace/place.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Every tool file in a place, in path order, cached until one of its directories changes. */
export function toolFiles(workspace: Workspace, place: Place): readonly string[] {
  return workspace.remember(`files ${place.tools}`, workspace.figures.list, () => {
    const files: string[] = []
    walk(workspace, place, (directory, name, kind) => {
      const path = workspace.toolFolder(directory)?.byName.get(name)
      if (path !== undefined && (kind === 'file' || workspace.isFile(path))) files.push(path)
    })
    return files
  })
}

/** The tool files that an ID can find. Stem search finds only formats of the dialect (section 0, kiwi). */
export function idFiles(workspace: Workspace, place: Place): readonly string[] {
  const { stemSearch, formats } = workspace.dialect
  const files = toolFiles(workspace, place)
  return stemSearch ? files.filter((path) => formats.has(extensionOf(path))) : files
}

/**
 * The ID that finds a tool file in its place: its path without the extension. In kiwi, a path finds only Python files,
 * so the ID of other files is their name without the extension.
 */
export function idOf({ dialect }: Workspace, path: string, place: Place): string {
  const isFoundByName = dialect.stemSearch && extensionOf(path) !== '.py'
  const id = isFoundByName ? nameOf(path) : path.slice(place.tools.length + 1)
  return id.slice(0, id.length - extensionOf(id).length)
}

/**
 * A file in `.ai/tools` whose path is not an ID, because its extension is unsupported there (R1.3; section 0, kiwi).
 */
interface UnreadFile {
  /** The ID under which `unreadFiles` lists the file. */
  readonly item_id: string
  readonly path: string
}

/**
 * A place's files whose path is not an ID, by the `keyOf` of each ID that can refer to them: `a/b.tar.gz` has the keys
 * `a/b`, `a/b.tar` and its full name. Includes links, which the engine does not follow.
 */
export function unreadFiles(
  workspace: Workspace,
  place: Place,
  keyOf: (id: string) => string,
): ReadonlyMap<string, readonly UnreadFile[]> {
  return workspace.remember(`unread ${place.tools}`, workspace.figures.list, () => {
    const files = new Map<string, UnreadFile[]>()
    const { stemSearch } = workspace.dialect
    walk(workspace, place, (directory, name) => {
      if (isRead(workspace, place, directory, name)) return
      const path = `${directory}/${name}`
      const whole = path.slice(place.tools.length + 1)
      const item_id = withoutExtension(whole)
      const ids = [whole, item_id, withoutExtension(item_id)]
      for (const id of new Set(stemSearch ? [...ids, ...ids.map(nameOf)] : ids)) {
        const key = keyOf(id)
        const others = files.get(key)
        if (others) others.push({ item_id: id, path })
        else files.set(key, [{ item_id: id, path }])
      }
    })
    return files
  })
}

/** Whether the path of a file, without its extension, is an ID that finds the file (R1.3; section 0, kiwi). */
function isRead(workspace: Workspace, place: Place, directory: string, name: string): boolean {
  const { stemSearch, formats } = workspace.dialect
  const extension = extensionOf(name)
  if (stemSearch) return extension === '.py' || (directory === place.tools && formats.has(extension))
  return workspace.toolFolder(directory)?.byName.has(name) === true
}

/** Calls a function with each file and link in the tool folder of a place, in path order. */
function walk(
  workspace: Workspace,
  place: Place,
  visit: (directory: string, name: string, kind: FileKind | 'unknown') => void,
): void {
  const within = (directory: string, depth: number): void => {
    if (depth > limits.valueDepth) return
    workspace.listing(directory)?.forEach((kind, name) => {
      // A linked directory is skipped, because it can be circular or lead outside the place.
      if (kind === 'directory') within(`${directory}/${name}`, depth + 1)
      else visit(directory, name, kind)
    })
  }
  within(place.tools, 0)
}

/** A path without its last extension. A trailing dot counts as an extension. */
function withoutExtension(path: string): string {
  return path.endsWith('.') ? path.slice(0, -1) : path.slice(0, path.length - extensionOf(path).length)
}
