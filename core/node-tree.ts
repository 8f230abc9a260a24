import type { FileTree, Look } from './file-tree.ts'

/** The part of Node's `fs` that the door needs; memfs has the same shape. */
export interface NodeFs {
  readFileSync(path: string): Uint8Array | string
  readdirSync(path: string): readonly unknown[]
  statSync(path: string, options: { readonly throwIfNoEntry: false }): NodeStats | undefined
  /** Node has a `native` spelling, which does not look at every folder of the path on its own. */
  readonly realpathSync: ((path: string) => unknown) & { readonly native?: (path: string) => unknown }
}

export interface NodeStats {
  isFile(): boolean
  isDirectory(): boolean
  readonly size: number | bigint
  readonly ino: number | bigint
  readonly mtimeMs: number | bigint
  readonly ctimeMs: number | bigint
}

/** A directory of the disk that stands at a root of the workspace. */
export interface Mount {
  readonly at: string
  readonly from: string
}

export interface NodeTreeOptions {
  /** Without mounts, paths are those of the disk. With mounts, nothing outside them is seen. */
  readonly mounts?: readonly Mount[]
  /** The host's clock in milliseconds. A file younger than its grain could change again unseen, so it gets no stamp. */
  readonly now?: () => number
}

/** What the disk last said of a path; a small number stands for it, because every file known is asked for again and again. */
interface Seen {
  /** Nothing changes a file without changing this time. */
  readonly changed: number
  readonly size: number
  /** Another file that was put in its place has another number. */
  readonly number: number
  readonly stamp: number
}

/** Milliseconds within which two writes may carry the same time on common file systems. */
const clockGrain = 50

/** The one adapter over the Node-shaped `fs` surface: `node:fs` on server and command line, memfs in the page. */
export function fsTree(fs: NodeFs, options: NodeTreeOptions = {}): FileTree {
  const mounts = [...(options.mounts ?? [])]
    .sort((a, b) => b.at.length - a.at.length)
    .map(({ at, from }) => ({ at, from, below: `${at}/` }))
  const toDisk = (path: string): string | undefined => {
    if (mounts.length === 0) return path
    const normal = path.includes('/..') ? withoutDots(path) : path
    const mount = mounts.find(({ at, below }) => normal.startsWith(below) || normal === at)
    return mount && mount.from + normal.slice(mount.at.length)
  }
  const realPath = (path: string): string => String(fs.realpathSync.native?.(path) ?? fs.realpathSync(path))
  let bases: readonly { readonly at: string; readonly base: string }[] = []
  const inMount = (path: string): string | undefined => {
    for (const { at, base } of bases)
      if (path === base || path.startsWith(`${base}/`)) return at + path.slice(base.length)
    return undefined
  }
  const fromDisk = (path: string): string => {
    const known = inMount(path)
    if (known !== undefined) return known
    // A mount may be a link that leads elsewhere by now.
    bases = mounts.map(({ at, from }) => ({ at, base: quietly(() => realPath(from)) ?? from }))
    return inMount(path) ?? path
  }
  const seen = new Map<string, Seen>()
  let stamps = 0
  const stampOf = (path: string, stats: NodeStats): Look['stamp'] => {
    const [changed, size, number] = [Number(stats.ctimeMs), Number(stats.size), Number(stats.ino)]
    if (options.now && options.now() - Math.max(Number(stats.mtimeMs), changed) < clockGrain) return null
    const before = seen.get(path)
    if (before?.changed === changed && before.size === size && before.number === number) return before.stamp
    const stamp = ++stamps
    seen.set(path, { changed, size, number, stamp })
    return stamp
  }
  return {
    read(path) {
      const disk = toDisk(path)
      const content = disk === undefined ? undefined : quietly(() => fs.readFileSync(disk))
      return typeof content === 'string' ? undefined : content
    },
    list(path) {
      const disk = toDisk(path)
      return disk === undefined ? undefined : quietly(() => fs.readdirSync(disk).map(String).sort())
    },
    look(path) {
      const disk = toDisk(path)
      const stats = disk === undefined ? undefined : quietly(() => fs.statSync(disk, { throwIfNoEntry: false }))
      if (!stats || !(stats.isFile() || stats.isDirectory())) return undefined
      return { kind: stats.isDirectory() ? 'directory' : 'file', stamp: stampOf(path, stats) }
    },
    real(path) {
      const disk = toDisk(path)
      const real = disk === undefined ? undefined : quietly(() => realPath(disk))
      return real === undefined ? undefined : fromDisk(real)
    },
  }
}

/** `..` is taken away before a mount is chosen: behind it, it would lead to the disk around the mount. */
function withoutDots(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}

/** `fs` throws for what is not there, not allowed, or not a file; to the engine it is simply not there. */
function quietly<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
