import { spaceOfPath, type SpaceName } from './places.ts'

/** A folder or file in the tree. Nested folders with a single entry share a row, such as `.ai/tools`. */
export interface TreeNode {
  readonly name: string
  readonly path: string
  /**
   * The entries of a folder, built on first use because most folders in a large draft stay closed. Undefined for a
   * file.
   */
  readonly children: (() => readonly TreeNode[]) | undefined
}

/** One visible row of a tree, with its position among its siblings, starting at 1. */
export interface TreeRow {
  readonly node: TreeNode
  readonly depth: number
  readonly position: number
  readonly siblings: number
}

/** The rows of a tree from top to bottom, without the content of closed folders. */
export function rowsOf(nodes: readonly TreeNode[], isClosed: (path: string) => boolean, depth = 0): readonly TreeRow[] {
  return nodes.flatMap((node, index) => {
    const row = { node, depth, position: index + 1, siblings: nodes.length }
    return node.children && !isClosed(node.path) ? [row, ...rowsOf(node.children(), isClosed, depth + 1)] : [row]
  })
}

/** All ancestor folders of the given paths. */
export function foldersAbove(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths)
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at))
  return folders
}

/** The tree of each space, built from paths. Folders come first; names are sorted. */
export function buildTrees(paths: readonly string[]): Readonly<Record<SpaceName, readonly TreeNode[]>> {
  const of: Record<SpaceName, string[]> = { project: [], user: [], system: [] }
  for (const path of paths) of[spaceOfPath(path)].push(path)
  return {
    project: nodes(of.project, '/project/'),
    user: nodes(of.user, '/user/'),
    system: nodes(of.system, '/system/'),
  }
}

/** The folders and files directly under a common prefix of these paths. */
function nodes(paths: readonly string[], prefix: string): readonly TreeNode[] {
  const folders = new Map<string, string[]>()
  const files: TreeNode[] = []
  for (const path of paths) {
    const cut = path.indexOf('/', prefix.length)
    const name = path.slice(prefix.length, cut < 0 ? undefined : cut)
    const inside = folders.get(name)
    if (cut < 0) files.push({ name, path, children: undefined })
    else if (inside) inside.push(path)
    else folders.set(name, [path])
  }
  const inOrder = [...folders].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...inOrder.map(([name, inside]) => folder(inside, prefix, `${prefix}${name}/`)),
    ...files.sort((a, b) => (a.name < b.name ? -1 : 1)),
  ]
}

function folder(inside: readonly string[], above: string, own: string): TreeNode {
  const next = inside[0]?.slice(0, inside[0].indexOf('/', own.length) + 1) ?? ''
  if (next !== '' && inside.every((path) => path.startsWith(next))) return folder(inside, above, next)
  let made: readonly TreeNode[] | undefined
  return { name: own.slice(above.length, -1), path: own.slice(0, -1), children: () => (made ??= nodes(inside, own)) }
}
