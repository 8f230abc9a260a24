import { spaceOfPath, type SpaceName } from './places.ts'

/** A folder or file as the tree shows it. Chains of single folders are one row, as `.ai/tools`. */
export interface TreeNode {
  readonly name: string
  readonly path: string
  readonly children: readonly TreeNode[] | undefined
}

/** One row of a tree as it is drawn, and its place among its siblings, from 1. */
export interface TreeRow {
  readonly node: TreeNode
  readonly depth: number
  readonly position: number
  readonly siblings: number
}

/** The rows of a tree from top to bottom; what lies in a closed folder has none. */
export function rowsOf(nodes: readonly TreeNode[], isClosed: (path: string) => boolean, depth = 0): readonly TreeRow[] {
  return nodes.flatMap((node, index) => {
    const row = { node, depth, position: index + 1, siblings: nodes.length }
    return node.children && !isClosed(node.path) ? [row, ...rowsOf(node.children, isClosed, depth + 1)] : [row]
  })
}

/** Every folder above the given paths. */
export function foldersAbove(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths)
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at))
  return folders
}

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: Set<string>
}

/** The tree of each space from plain paths; folders first, then names in order. */
export function buildTrees(paths: Iterable<string>): Readonly<Record<SpaceName, readonly TreeNode[]>> {
  const roots: Record<SpaceName, Folder> = { project: folder(), user: folder(), system: folder() }
  for (const path of paths) {
    const segments = path.split('/').slice(2)
    let here = roots[spaceOfPath(path)]
    for (const segment of segments.slice(0, -1)) {
      const next = here.folders.get(segment) ?? folder()
      here.folders.set(segment, next)
      here = next
    }
    const name = segments.at(-1)
    if (name !== undefined) here.files.add(name)
  }
  return {
    project: nodes(roots.project, '/project'),
    user: nodes(roots.user, '/user'),
    system: nodes(roots.system, '/system'),
  }
}

function folder(): Folder {
  return { folders: new Map(), files: new Set() }
}

function nodes(of: Folder, at: string): readonly TreeNode[] {
  const folders = [...of.folders].sort(byName).map(([name, inner]) => folded(name, `${at}/${name}`, inner))
  const files = [...of.files].sort().map((name) => ({ name, path: `${at}/${name}`, children: undefined }))
  return [...folders, ...files]
}

function folded(name: string, path: string, inner: Folder): TreeNode {
  const [only, ...others] = [...inner.folders]
  if (only && others.length === 0 && inner.files.size === 0) {
    return folded(`${name}/${only[0]}`, `${path}/${only[0]}`, only[1])
  }
  return { name, path, children: nodes(inner, path) }
}

function byName([a]: readonly [string, Folder], [b]: readonly [string, Folder]): number {
  return a < b ? -1 : 1
}
