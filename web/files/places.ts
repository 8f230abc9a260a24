import { describeSnapshotProblem, pathConflict, pathProblem, snapshotLimits } from '#core'

/** The three spaces as the page shows them; the bundle of a system file does not change its colour. */
export type SpaceName = 'project' | 'user' | 'system'

/** R4.1: `system:<bundle>` counts as system. */
export function spaceName(label: string): SpaceName {
  return label === 'project' || label === 'user' ? label : 'system'
}

/** The space of an absolute path (SEMANTICS section 0: everything lies under its root). */
export function spaceOfPath(path: string): SpaceName {
  if (path.startsWith('/project/')) return 'project'
  return path.startsWith('/user/') ? 'user' : 'system'
}

/** System files come with the product and cannot be written; copy one to the project to change it. */
export function isReadOnly(path: string): boolean {
  return spaceOfPath(path) === 'system'
}

/** Last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Directory of a path. */
function directoryOf(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

/** The path below its space's root: what a person reads. */
export function shortPath(path: string): string {
  return path.replace(/^\/(?:project|user|system\/[^/]+)\//, '')
}

/** The id of a tool file (R1.4), or undefined where the path lies outside `.ai/tools`. */
export function itemIdOf(path: string): string | undefined {
  const inside = /^\/(?:project|user|system\/[^/]+)\/\.ai\/tools\/(.+)\.(?:py|ya?ml|json|[mc]?js|ts|sh|toml)$/.exec(
    path,
  )
  return inside?.[1]
}

/** The first free path for a copy beside a file or a folder: `_copy` stands before the extension, not before a name that is one dot-word. */
export function copyPath(path: string, isFolder: boolean, isTaken: (path: string) => boolean): string {
  const name = baseName(path)
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 1; ; number++) {
    const copy = `${directoryOf(path)}/${stem}_copy${number === 1 ? '' : number}${extension}`
    if (!isTaken(copy)) return copy
  }
}

/** Why files cannot be put beside those that are there, or undefined if they can: what is refused here no link could carry. */
export function placeProblem(added: readonly string[], there: Iterable<string>): string | undefined {
  for (const path of added) {
    const because = pathProblem(path)
    if (because) return describeSnapshotProblem({ code: 'bad-path', path, because })
  }
  const conflict = pathConflict([...new Set([...there, ...added])])
  if (conflict?.code === 'too-many-names') return describeSnapshotProblem({ ...conflict, most: snapshotLimits.names })
  return conflict && describeSnapshotProblem({ code: 'bad-path', path: conflict.path, because: 'file-and-folder' })
}
