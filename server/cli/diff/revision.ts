import { MemoryTree, type FileTree, type Listing } from '#core'
import { git, namesIn } from '../git.ts'

/** A project as a revision of git holds it. */
export interface Revision {
  /** Puts its files in the place of those of the disk; what git ignores (an environment, secrets) is the same on all sides. */
  over(below: FileTree): FileTree
  /** The text of a file at the top of the project, or null where it has none of this name. */
  text(name: string): string | null
}

interface Entry {
  readonly path: string
  readonly mode: string
  readonly object: string
}

/** Read a revision below a folder of its repository; throws a `GitFault` where there is none. */
export function readRevision(folder: string, revision: string): Revision {
  const commit = git(folder, ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`])
  const tree = new MemoryTree()
  tree.makeDirectory('/project')
  const entries = entriesOf(folder, commit.toString('utf8').trim())
  const objects = objectsOf(folder, entries)
  for (const { path, mode, object } of entries) {
    const bytes = objects.get(object)
    if (!bytes) continue
    if (mode === '120000') tree.link(`/project/${path}`, Buffer.from(bytes).toString('utf8'))
    else tree.write(`/project/${path}`, bytes)
  }
  const ignored = new Set(ignoredIn(folder))
  return {
    over: (below) => new RevisionOver(tree, below, ignored),
    text: (name) => {
      const content = tree.read(`/project/${name}`)
      return content ? Buffer.from(content.bytes).toString('utf8') : null
    },
  }
}

/** Files and links of a revision; what lies in other repositories is not part of it. */
function entriesOf(folder: string, commit: string): readonly Entry[] {
  return namesIn(git(folder, ['ls-tree', '-r', '-z', commit, '--', '.'])).flatMap((line) => {
    const [, mode = '', type, object = '', path = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t([^]*)$/.exec(line) ?? []
    return type === 'blob' ? [{ path, mode, object }] : []
  })
}

/** What each object holds, in one question: `ID blob SIZE`, a line end, the bytes, a line end. */
function objectsOf(folder: string, entries: readonly Entry[]): ReadonlyMap<string, Uint8Array> {
  const ids = [...new Set(entries.map(({ object }) => object))]
  const answer = git(folder, ['cat-file', '--batch'], ids.map((id) => `${id}\n`).join(''))
  const objects = new Map<string, Uint8Array>()
  let at = 0
  for (const id of ids) {
    const end = answer.indexOf('\n', at)
    const size = Number(answer.toString('utf8', at, end).split(' ')[2])
    // A clone without all objects says `missing` in place of the size.
    if (!Number.isSafeInteger(size)) {
      at = end + 1
      continue
    }
    objects.set(id, answer.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return objects
}

/** The files and whole folders that git ignores, as paths of the workspace. */
function ignoredIn(folder: string): readonly string[] {
  const words = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z', '--', '.']
  return namesIn(git(folder, words)).map((name) => `/project/${name.replace(/\/$/, '')}`)
}

class RevisionOver implements FileTree {
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

  list(path: string): Listing | undefined {
    const listing = this.#treeOf(path).list(path)
    if (this.#treeOf(path) !== this.#revision || !listing) return listing
    const more = [...(this.#below.list(path) ?? [])].filter(([name]) => this.#ignored.has(`${path}/${name}`))
    return more.length === 0 ? listing : new Map([...listing, ...more].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** What git ignores, and what is not of the project, is as the disk has it. */
  #treeOf(path: string): FileTree {
    if (path !== '/project' && !path.startsWith('/project/')) return this.#below
    if (this.#ignored.size === 0) return this.#revision
    for (let cut = path.length; cut > '/project'.length; cut = path.lastIndexOf('/', cut - 1))
      if (this.#ignored.has(path.slice(0, cut))) return this.#below
    return this.#revision
  }
}
