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
export function directoryOf(path: string): string {
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

/** Why a name cannot be a path of the draft, or undefined if it can. Mirrors what a link may carry. */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/project/') && !path.startsWith('/user/'))
    return 'A file must lie in the project or user space.'
  if (path.includes('\\')) return 'A path cannot hold a backslash.'
  // Escapes and line breaks in names are only ever used to mislead.
  for (const character of path)
    if (character < ' ' || character === '\u007f') return 'A path cannot hold control characters.'
  for (const segment of path.slice(1).split('/')) {
    if (segment === '') return 'A path cannot hold an empty segment.'
    if (segment === '.' || segment === '..') return `A path cannot hold "${segment}": it would leave its folder.`
    if (segment.length > 255) return 'A name cannot be longer than 255 characters.'
  }
  return undefined
}
