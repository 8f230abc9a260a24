import { lstatSync, readdirSync, type Dirent } from 'node:fs'
import { dirname, join } from '../../disk-paths.ts'
import { requirePlainRules } from './plain.ts'

/** Files and folders that are not in the index, as paths relative to the folder. */
export interface Untracked {
  readonly added: readonly string[]
  /** The files and whole folders that `.gitignore` files and `.git/info/exclude` ignore. */
  readonly ignored: readonly string[]
}

/** The rules of the repository for the paths of a folder. */
export interface Rules {
  /** The paths in the index. */
  readonly tracked: readonly string[]
  /** The untracked files among these paths that the repository ignores. */
  ignored(paths: readonly string[]): ReadonlySet<string>
}

/**
 * The files that are not in the index, at or under these paths of a folder. Git itself would open each `.gitignore` and
 * each nested repository. This function checks every such file first, and skips ignored folders. A repository in the
 * folder counts as one path.
 *
 * @throws GitFault for a `.gitignore` that is not a file.
 */
export function untrackedFiles(folder: string, paths: readonly string[], top: string, rules: Rules): Untracked {
  const tracked = new Set(rules.tracked)
  const parents = new Set(rules.tracked.flatMap(parentsOf))
  const [added, ignored]: [string[], string[]] = [[], []]
  for (const above of foldersBetween(folder, top)) requirePlainRules(above)
  // All folders of one level share a query, because each query to git starts a process.
  let level = paths.flatMap((path) => (path === '.' ? entriesOf(folder, '') : entryAt(folder, path)))
  while (level.length > 0) {
    const unknown = level.filter(({ path }) => !tracked.has(path) && !parents.has(path))
    const out = unknown.length === 0 ? new Set<string>() : rules.ignored(unknown.map(({ path }) => path))
    const next: Found[] = []
    for (const { path, kind } of level) {
      if (tracked.has(path)) continue
      if (out.has(path)) ignored.push(path)
      else if (kind === 'file' || (!parents.has(path) && isRepository(folder, path))) added.push(path)
      else next.push(...entriesOf(folder, path))
    }
    level = next
  }
  return { added, ignored }
}

interface Found {
  readonly path: string
  readonly kind: 'file' | 'folder'
}

function entriesOf(folder: string, path: string): readonly Found[] {
  requirePlainRules(join(folder, path))
  return readFolder(join(folder, path)).flatMap((entry) => {
    const name = path === '' ? entry.name : `${path}/${entry.name}`
    return entry.name === '.git' ? [] : foundAs(name, entry)
  })
}

/** The entries of a folder. As in git, a folder that is unreadable or no longer exists has none. */
function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function entryAt(folder: string, path: string): readonly Found[] {
  const stats = lstatSync(join(folder, path), { throwIfNoEntry: false })
  return stats ? foundAs(path, stats) : []
}

/** An entry with its kind; empty for a pipe, a device or a socket, which git does not list. */
function foundAs(path: string, kind: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): readonly Found[] {
  if (kind.isDirectory()) return [{ path, kind: 'folder' }]
  return kind.isFile() || kind.isSymbolicLink() ? [{ path, kind: 'file' }] : []
}

function isRepository(folder: string, path: string): boolean {
  return lstatSync(join(folder, path, '.git'), { throwIfNoEntry: false }) !== undefined
}

function parentsOf(path: string): readonly string[] {
  const above = dirname(path)
  return above === '.' ? [] : [above, ...parentsOf(above)]
}

/** The folder and its parent folders, up to the top of the repository. */
export function foldersBetween(folder: string, top: string): readonly string[] {
  return folder === top || dirname(folder) === folder ? [folder] : [folder, ...foldersBetween(dirname(folder), top)]
}
