import type { Content, FileTree, Listing, Look, SpecialKind, Stamp } from '../input/file-tree.ts'
import { nameOf, parentOf } from '../text/path.ts'

/** New bytes of files by path; null deletes the file. */
type FileChanges = ReadonlyMap<string, Uint8Array | null>

/** Changes of a tree: changed files, and folders that count as absent. */
export interface Overlay {
  readonly files: FileChanges
  readonly hidden: readonly string[]
}

/** The names that the changed files of one folder add and remove. */
interface ChangedFolder {
  readonly added: Map<string, 'file' | 'directory'>
  readonly removed: Set<string>
  /** The stamp of the folder, by the stamp that it has without the changes. */
  readonly stamps: Map<Stamp | undefined, object>
}

const unchanged: Overlay = { files: new Map(), hidden: [] }

/**
 * A file tree with changes that exist only in memory and can be undone. A link without a target stays without a target,
 * even if a change creates the target.
 */
export class OverlayTree implements FileTree {
  readonly #below: FileTree
  #files: ReadonlyMap<string, (Content & { readonly bytes: Uint8Array }) | null> = new Map()
  #hidden: readonly string[] = []
  #folders: ReadonlyMap<string, ChangedFolder> = new Map()
  /** Listed names that can be links, through which a changed file can have other paths. */
  readonly #links = new Set<string>()

  constructor(below: FileTree) {
    this.#below = below
  }

  /** Replaces all changes. Without an argument, undoes them. */
  set({ files, hidden }: Overlay = unchanged): void {
    this.#hidden = hidden
    this.#folders = changedFolders(files)
    // A deleted file can become a folder.
    const changed = [...files].filter(([path, bytes]) => bytes !== null || !this.#folders.get(path)?.added.size)
    this.#files = new Map(changed.map(([path, bytes]) => [path, bytes && { bytes, stamp: {} }]))
  }

  read(path: string): Content | undefined {
    if (this.#isHidden(path)) return undefined
    const changed = this.#changed(path)
    return changed === undefined ? this.#below.read(path) : (changed ?? undefined)
  }

  look(path: string, known?: Stamp | null): Look | undefined {
    if (this.#isHidden(path)) return undefined
    const changed = this.#changed(path)
    if (changed !== undefined) return changed ? { kind: 'file', stamp: changed.stamp } : undefined
    const folder = this.#folder(path)
    const look = this.#below.look(path, known)
    if (!folder || look?.stamp === null || (!look && folder.added.size === 0)) return look
    let stamp = folder.stamps.get(look?.stamp)
    if (!stamp) folder.stamps.set(look?.stamp, (stamp = {}))
    return { kind: 'directory', stamp }
  }

  list(path: string): Listing | undefined {
    if (this.#isHidden(path)) return undefined
    const below = this.#below.list(path)
    below?.forEach((kind, name) => {
      if (kind === 'unknown') this.#links.add(`${path}/${name}`)
    })
    const folder = this.#folder(path)
    if (!folder || (!below && folder.added.size === 0)) return below
    const names = new Map(below)
    for (const name of folder.removed) names.delete(name)
    for (const [name, kind] of folder.added) if (kind === 'file' || !names.has(name)) names.set(name, kind)
    return new Map([...names].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  real(path: string): string | undefined {
    if (this.#isHidden(path)) return undefined
    const changed = this.#changed(path)
    if (changed === null) return undefined
    return this.#below.real(path) ?? (changed || this.#folders.has(path) ? path : undefined)
  }

  special(path: string): SpecialKind | undefined {
    if (this.#isHidden(path) || this.#changed(path) !== undefined) return undefined
    return this.#below.special?.(path)
  }

  #isHidden(path: string): boolean {
    for (const root of this.#hidden) if (path === root || path.startsWith(`${root}/`)) return true
    return false
  }

  /** The changed content at a path; null for a deleted file, undefined for an unchanged one. */
  #changed(path: string): (Content & { readonly bytes: Uint8Array }) | null | undefined {
    if (this.#files.size === 0) return undefined
    const direct = this.#files.get(path)
    if (direct !== undefined || !this.#mayBeLinked(path)) return direct
    const real = this.#below.real(path)
    return real === undefined || real === path ? undefined : this.#files.get(real)
  }

  #folder(path: string): ChangedFolder | undefined {
    return (
      this.#folders.get(path) ??
      (this.#mayBeLinked(path) ? this.#folders.get(this.#below.real(path) ?? path) : undefined)
    )
  }

  #mayBeLinked(path: string): boolean {
    if (this.#links.size === 0 || this.#folders.size === 0) return false
    for (let part = path; part !== '/'; part = parentOf(part)) if (this.#links.has(part)) return true
    return false
  }
}

function changedFolders(files: FileChanges): ReadonlyMap<string, ChangedFolder> {
  const folders = new Map<string, ChangedFolder>()
  const folderOf = (path: string): ChangedFolder => {
    const known = folders.get(path)
    if (known) return known
    const made: ChangedFolder = { added: new Map(), removed: new Set(), stamps: new Map() }
    folders.set(path, made)
    return made
  }
  for (const [path, bytes] of files) {
    if (bytes === null) {
      folderOf(parentOf(path)).removed.add(nameOf(path))
      continue
    }
    folderOf(parentOf(path)).added.set(nameOf(path), 'file')
    for (let folder = parentOf(path); folder !== '/'; folder = parentOf(folder)) {
      const { added } = folderOf(parentOf(folder))
      if (!added.has(nameOf(folder))) added.set(nameOf(folder), 'directory')
    }
  }
  return folders
}
