import { ownBundles, type Snapshot } from '#core/workspace'

export { isReadOnly, itemIdOf, placeProblem, spaceName, spaceOfPath, type SpaceName } from '#core/workspace'

/** The IDs of the draft's own system bundles. */
export function ownIds({ systems }: Pick<Snapshot, 'systems'>): readonly string[] {
  return ownBundles(systems).map(({ id }) => id)
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function directoryOf(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

/** The path relative to the root of its space, for display. */
export function shortPath(path: string): string {
  return path.replace(/^\/(?:project|user|system\/[^/]+)\//, '')
}

/**
 * The first free path for a copy in the same folder. `_copy` is added before the extension, or at the end of a name
 * such as `.env`.
 */
export function copyPath(path: string, isFolder: boolean, isTaken: (path: string) => boolean): string {
  const name = baseName(path)
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 1; ; number++) {
    const copy = `${directoryOf(path)}/${stem}_copy${number === 1 ? '' : number}${extension}`
    if (!isTaken(copy)) return copy
  }
}
