import { createHash, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MemoryTree, type FileTree, type Listing } from '#core/input'
import { join } from '../../disk-paths.ts'
import { GitFault } from '../git/locate.ts'
import { Repository } from '../git/repository.ts'
import type { Entry } from '../git/working-files.ts'
import type { Machine } from '../options.ts'

/** The files of a project at a git revision. */
export interface Revision {
  /**
   * Replaces files on disk with those of the revision. Files that git ignores (an environment, secrets) are the same on
   * all sides.
   */
  over(below: FileTree): FileTree
  /** The text of a file in the project's top folder; null if the file is missing. */
  text(name: string): string | null
  /** A digest of the files, and of the paths that git ignores. */
  digest(): string
}

/**
 * Read a revision of a folder from its repository.
 * @throws GitFault if the revision does not exist.
 */
export function readRevision(folder: string, revision: string, { env }: Pick<Machine, 'env'>): Revision {
  return Repository.use(folder, env, (repository) => {
    const commit = repository.commit(revision)
    if (commit === undefined) throw new GitFault('the repository has no commits yet.')
    return revisionOf(repository, repository.entries(commit, ['.']))
  })
}

/** The index as a revision: the content of the next commit. */
export interface StagedRevision extends Revision {
  /** The files of the project that the next commit adds, changes or deletes, at or under the given paths. */
  readonly changed: readonly string[]
}

/**
 * Read the index of a folder's repository.
 * @throws GitFault without a repository, and for a merge conflict.
 */
export function readStaged(folder: string, paths: readonly string[], { env }: Pick<Machine, 'env'>): StagedRevision {
  return Repository.use(folder, env, (repository) => {
    const commit = repository.commit('HEAD')
    const before = new Map(
      commit === undefined ? [] : repository.entries(commit, paths).map((entry) => [entry.path, entry.object] as const),
    )
    const after = new Map(repository.staged(paths).map((entry) => [entry.path, entry.object] as const))
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    )
    return { ...revisionOf(repository, repository.staged(['.'])), changed }
  })
}

/** The paths in the workspace that git ignores. */
export function ignoredPaths(repository: Repository): ReadonlySet<string> {
  return new Set(repository.ignored().map((name) => `/project/${name}`))
}

function revisionOf(repository: Repository, entries: readonly Entry[]): Revision {
  const tree = treeOf(repository, entries)
  const ignored = ignoredPaths(repository)
  return {
    over: (below) => new RevisionOver(tree, below, ignored),
    text: (name) => {
      const content = tree.read(`/project/${name}`)
      return content ? Buffer.from(content.bytes).toString('utf8') : null
    },
    digest: () => digestOf(tree, entries, ignored),
  }
}

/** The text of a file can be the one on disk, which differs from the object in its line endings. */
function digestOf(tree: MemoryTree, entries: readonly Entry[], ignored: ReadonlySet<string>): string {
  const digest = createHash('sha256').update(JSON.stringify([...ignored].sort()))
  for (const { path, mode, object } of entries) {
    const content = tree.read(`/project/${path}`)
    digest.update(JSON.stringify([path, mode, object, content ? hash('sha256', content.bytes) : null]))
  }
  return digest.digest('hex')
}

/** Files and symlinks in a revision, without those in nested repositories. */
export function treeOf(repository: Repository, all: readonly Entry[]): MemoryTree {
  const tree = new MemoryTree()
  tree.makeDirectory('/project')
  const entries = all.filter(({ type }) => type === 'blob')
  const files = repository.workingFiles()
  const put = ({ path, mode }: Entry, bytes: Uint8Array): void => {
    if (mode === '120000') tree.link(`/project/${path}`, Buffer.from(bytes).toString('utf8'))
    else tree.write(`/project/${path}`, bytes)
  }
  // A file on disk that differs at most in the line endings that git converts is read from there. Then both sides have
  // the same text.
  const isOnDisk = (entry: Entry): boolean => entry.mode !== '120000' && files.isSame(entry)
  const others = entries.filter((entry) => {
    if (!isOnDisk(entry)) return true
    put(entry, readFileSync(join(repository.folder, entry.path)))
    return false
  })
  const objects = repository.objects([...new Set(others.map(({ object }) => object))])
  for (const entry of others) {
    const bytes = objects.get(entry.object)
    if (bytes) put(entry, bytes)
  }
  return tree
}

/** The files of a revision, and the files on disk that git ignores. */
export class RevisionOver implements FileTree {
  readonly #revision: FileTree
  readonly #below: FileTree
  readonly #ignored: ReadonlySet<string>

  constructor(revision: FileTree, below: FileTree, ignored: ReadonlySet<string>) {
    this.#revision = revision
    this.#below = below
    this.#ignored = ignored
  }

  read(path: string): ReturnType<FileTree['read']> {
    return this.#treeOf(path).read(path)
  }

  look(path: string, known?: Parameters<FileTree['look']>[1]): ReturnType<FileTree['look']> {
    return this.#treeOf(path).look(path, known)
  }

  real(path: string): string | undefined {
    return this.#treeOf(path).real(path)
  }

  special(path: string): ReturnType<NonNullable<FileTree['special']>> {
    return this.#treeOf(path).special?.(path)
  }

  list(path: string): Listing | undefined {
    const listing = this.#treeOf(path).list(path)
    if (this.#treeOf(path) !== this.#revision || !listing) return listing
    const more = [...(this.#below.list(path) ?? [])].filter(([name]) => this.#ignored.has(`${path}/${name}`))
    return more.length === 0 ? listing : new Map([...listing, ...more].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Files that git ignores and files outside the project are read from disk. */
  #treeOf(path: string): FileTree {
    if (path !== '/project' && !path.startsWith('/project/')) return this.#below
    if (this.#ignored.size === 0) return this.#revision
    for (let cut = path.length; cut > '/project'.length; cut = path.lastIndexOf('/', cut - 1))
      if (this.#ignored.has(path.slice(0, cut))) return this.#below
    return this.#revision
  }
}
