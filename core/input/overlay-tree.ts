import type { Content, FileTree, Listing, Look, SpecialKind } from './file-tree.ts'
import { parentOf } from '../text/path.ts'

/** A tree with some changed files, to try an edit without changing the draft. */
export class OverlayTree implements FileTree {
  readonly #below: FileTree
  readonly #files: ReadonlyMap<string, Uint8Array | null>
  readonly #directories: ReadonlySet<string>

  /** `files`: the changed files by path; null removes a file. */
  constructor(below: FileTree, files: ReadonlyMap<string, Uint8Array | null>) {
    this.#below = below
    this.#files = files
    const directories = new Set<string>()
    for (const [path, bytes] of files) {
      for (let above = parentOf(path); bytes && above !== '/'; above = parentOf(above)) directories.add(above)
    }
    this.#directories = directories
  }

  read(path: string): Content | undefined {
    const bytes = this.#files.get(path)
    if (bytes === undefined) return this.#below.read(path)
    return bytes === null ? undefined : { bytes, stamp: 'overlay' }
  }

  list(path: string): Listing | undefined {
    const below = this.#below.list(path)
    if (!below && !this.#directories.has(path)) return undefined
    if (below && !this.#touches(path)) return below
    const names = new Map(below)
    for (const [changed, bytes] of this.#files) {
      if (!changed.startsWith(`${path}/`)) continue
      const [name = '', ...deeper] = changed.slice(path.length + 1).split('/')
      if (bytes) names.set(name, deeper.length === 0 ? 'file' : 'directory')
      else if (deeper.length === 0) names.delete(name)
    }
    return new Map([...names.keys()].sort().map((name) => [name, names.get(name)!]))
  }

  look(path: string): Look | undefined {
    const bytes = this.#files.get(path)
    if (bytes === null) return undefined
    if (bytes) return { kind: 'file', stamp: 'overlay' }
    const below = this.#below.look(path)
    if (below) return this.#touches(path) ? { kind: below.kind, stamp: null } : below
    return this.#directories.has(path) ? { kind: 'directory', stamp: 'overlay' } : undefined
  }

  real(path: string): string | undefined {
    const bytes = this.#files.get(path)
    if (bytes === null) return undefined
    return bytes || this.#directories.has(path) ? path : this.#below.real(path)
  }

  special(path: string): SpecialKind | undefined {
    return this.#files.has(path) ? undefined : this.#below.special?.(path)
  }

  #touches(path: string): boolean {
    for (const changed of this.#files.keys()) if (changed.startsWith(`${path}/`)) return true
    return false
  }
}
