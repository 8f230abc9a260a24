import { limits } from '../limits.ts'
import type { Content, FileKind, FileTree, Listing, SpecialKind, Stamp } from './file-tree.ts'

/** The functions of Node's `fs` that the adapter uses, which memfs also has. */
export interface NodeFs {
  openSync(path: string, flags: 'r'): number
  fstatSync(file: number): NodeStats
  readSync(file: number, buffer: Uint8Array, offset: number, length: number, position: number): number
  closeSync(file: number): void
  readdirSync(path: string, options: { readonly withFileTypes: true }): readonly unknown[]
  statSync(path: string, options: { readonly throwIfNoEntry: false }): NodeStats | undefined
  /** Node has a faster `native` variant, which does not check each directory of the path separately. */
  readonly realpathSync: ((path: string) => unknown) & { readonly native?: (path: string) => unknown }
}

/** An entry of a directory. Its kind is known if the file system stores it with the name. */
interface NodeEntry {
  readonly name: unknown
  isFile(): boolean
  isDirectory(): boolean
}

interface NodeStats {
  isFile(): boolean
  isDirectory(): boolean
  isFIFO(): boolean
  isSocket(): boolean
  readonly size: number | bigint
  readonly ino: number | bigint
  readonly mtimeMs: number | bigint
  readonly ctimeMs: number | bigint
}

/** A directory on the disk that is a root of the workspace. */
export interface Mount {
  readonly at: string
  readonly from: string
}

export interface NodeTreeOptions {
  /** The visible directories. Default: the whole disk. */
  readonly mounts?: readonly Mount[]
  /**
   * The clock of the host in milliseconds. A file changed within the clock resolution has no stamp. Without a clock,
   * every file has a stamp.
   */
  readonly now?: () => number
  /** The name in the workspace of a name on the disk. Default: the same name. */
  readonly nameOf?: (name: string) => string
}

/** The stamp of a path on the disk, compared by its fields. */
class Seen {
  /** The change time, which every change to the file updates. */
  readonly changed: number
  readonly size: number
  /** The inode number, which differs after the file is replaced. */
  readonly number: number

  constructor({ ctimeMs, size, ino }: NodeStats) {
    this.changed = Number(ctimeMs)
    this.size = Number(size)
    this.number = Number(ino)
  }

  isOf({ ctimeMs, size, ino }: NodeStats): boolean {
    return this.changed === Number(ctimeMs) && this.size === Number(size) && this.number === Number(ino)
  }
}

/** The resolution of file times on common file systems, in milliseconds. */
const clockGrain = 50

/** The only adapter for Node's `fs` functions: `node:fs` on server and command line, memfs in the page. */
export function fsTree(fs: NodeFs, options: NodeTreeOptions = {}): FileTree {
  const mounts = [...(options.mounts ?? [])]
    .sort((a, b) => b.at.length - a.at.length)
    .map(({ at, from }) => ({ at, from, below: `${at}/` }))
  const toDisk = (path: string): string | undefined => {
    if (mounts.length === 0) return path
    const normal = path.includes('/..') ? withoutDots(path) : path
    for (const { at, from, below } of mounts)
      if (normal.startsWith(below) || normal === at) return from + normal.slice(at.length)
    return undefined
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
    // A mount can become a link to another place at any time.
    bases = mounts.map(({ at, from }) => ({ at, base: quietly(() => realPath(from)) ?? from }))
    return inMount(path) ?? path
  }
  const isYoung = ({ mtimeMs, ctimeMs }: NodeStats): boolean =>
    options.now !== undefined && options.now() - Math.max(Number(mtimeMs), Number(ctimeMs)) < clockGrain
  const stampOf = (stats: NodeStats, known?: Stamp | null): Stamp | null => {
    if (isYoung(stats)) return null
    return known instanceof Seen && known.isOf(stats) ? known : new Seen(stats)
  }
  /** Reads stamp and bytes from the same open file, so that they match. */
  const readOpen = (file: number): Content | undefined => {
    const stats = fs.fstatSync(file)
    return stats.isFile() ? { stamp: stampOf(stats), bytes: readAll(fs, file, Number(stats.size)) } : undefined
  }
  return {
    read(path) {
      const disk = toDisk(path)
      if (disk === undefined) return undefined
      return quietly(() => {
        const file = fs.openSync(disk, 'r')
        try {
          return readOpen(file)
        } finally {
          fs.closeSync(file)
        }
      })
    },
    list(path) {
      const disk = toDisk(path)
      return disk === undefined
        ? undefined
        : quietly(() => listingOf(fs.readdirSync(disk, { withFileTypes: true }), options.nameOf))
    },
    look(path, known) {
      const disk = toDisk(path)
      const stats = disk === undefined ? undefined : quietly(() => fs.statSync(disk, { throwIfNoEntry: false }))
      const kind = stats && kindOf(stats)
      return kind && { kind, stamp: stampOf(stats, known) }
    },
    real(path) {
      const disk = toDisk(path)
      const real = disk === undefined ? undefined : quietly(() => realPath(disk))
      return real === undefined ? undefined : fromDisk(real)
    },
    special(path) {
      const disk = toDisk(path)
      if (disk === undefined) return undefined
      const stats = quietly(() => fs.statSync(disk, { throwIfNoEntry: false }))
      if (!stats) return 'dangling-link'
      return kindOf(stats) ? undefined : specialKindOf(stats)
    },
  }
}

function specialKindOf(stats: NodeStats): SpecialKind {
  if (stats.isFIFO()) return 'pipe'
  return stats.isSocket() ? 'socket' : 'device'
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): FileKind | undefined {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'directory' : undefined
}

function listingOf(entries: readonly unknown[], nameOf = (name: string): string => name): Listing {
  const listing = (entries as readonly NodeEntry[]).map(
    (entry) => [nameOf(String(entry.name)), kindOf(entry) ?? 'unknown'] as const,
  )
  return new Map(listing.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * A shared buffer for the bytes of small files, like the pool of `Buffer`: it is faster than one allocation per file.
 */
const shared = { bytes: new Uint8Array(0), used: 0, size: 1 << 16, most: 1 << 13 }

function roomFor(size: number): Uint8Array {
  if (size > shared.most) return new Uint8Array(size)
  if (shared.used + size > shared.bytes.length) {
    shared.bytes = new Uint8Array(shared.size)
    shared.used = 0
  }
  shared.used += size
  return shared.bytes.subarray(shared.used - size, shared.used)
}

/** The bytes of an open file; undefined if there are more than `limits.metadataBytes`. */
function readAll(fs: NodeFs, file: number, size: number): Uint8Array | undefined {
  if (size > limits.metadataBytes) return undefined
  if (size === 0) return readUnsized(fs, file)
  const bytes = roomFor(size)
  let length = 0
  for (let read = -1; read !== 0 && length < size; length += read)
    read = fs.readSync(file, bytes, length, size - length, length)
  return length < size ? bytes.subarray(0, length) : bytes
}

/**
 * Reads a file without a known size, as in `/proc`: the buffer doubles until the file ends; undefined if there are more
 * than `limits.metadataBytes`.
 */
function readUnsized(fs: NodeFs, file: number): Uint8Array | undefined {
  let bytes = new Uint8Array(4_096)
  let length = 0
  for (let read = -1; read !== 0; length += read) {
    if (length > limits.metadataBytes) return undefined
    if (length === bytes.length) {
      const larger = new Uint8Array(2 * length)
      larger.set(bytes)
      bytes = larger
    }
    read = fs.readSync(file, bytes, length, bytes.length - length, length)
  }
  return bytes.subarray(0, length)
}

/** Resolves `..` before a mount is chosen. Otherwise the path could leave the mount. */
function withoutDots(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}

/** Calls a function and returns undefined if it throws: the engine treats inaccessible paths as missing. */
function quietly<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
