import type { Content, FileTree, Listing, Look, Stamp } from '#core/input'

/** The files of the disk, and over them the texts that an editor has open: what is not saved yet counts. */
export class OpenFiles implements FileTree {
  readonly #below: FileTree
  readonly #open = new Map<string, Uint8Array>()

  constructor(below: FileTree) {
    this.#below = below
  }

  /** Set what an open file holds; undefined when it is closed. */
  set(path: string, text: string | undefined): void {
    if (text === undefined) this.#open.delete(path)
    else this.#open.set(path, Buffer.from(text))
  }

  read(path: string): Content | undefined {
    const bytes = this.#open.get(path)
    return bytes ? { bytes, stamp: bytes } : this.#below.read(path)
  }

  list(path: string): Listing | undefined {
    const listing = this.#below.list(path)
    const added = [...this.#addedTo(path)].filter(([name]) => listing?.has(name) !== true)
    if (added.length === 0) return listing
    return new Map([...(listing ?? []), ...added].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  look(path: string, known?: Stamp | null): Look | undefined {
    const bytes = this.#open.get(path)
    if (bytes) return { kind: 'file', stamp: bytes }
    const below = this.#below.look(path, known)
    const added = this.#addedTo(path)
    if (!below) return added.size === 0 ? undefined : { kind: 'directory', stamp: null }
    // A folder with something that is only in the editor: its own stamp does not know of it.
    const hides = below.kind === 'directory' && [...added.keys()].some((name) => !this.#below.look(`${path}/${name}`))
    return hides ? { kind: below.kind, stamp: null } : below
  }

  real(path: string): string | undefined {
    return this.#below.real(path) ?? (this.#open.has(path) || this.#addedTo(path).size > 0 ? path : undefined)
  }

  special(path: string): ReturnType<NonNullable<FileTree['special']>> {
    return this.#open.has(path) ? undefined : this.#below.special?.(path)
  }

  /** What the open files make a folder hold: themselves, and the folders on the way to them, which may not be there yet either. */
  #addedTo(folder: string): ReadonlyMap<string, Look['kind']> {
    const added = new Map<string, Look['kind']>()
    for (const path of this.#open.keys()) {
      if (!path.startsWith(`${folder}/`)) continue
      const [name = '', ...more] = path.slice(folder.length + 1).split('/')
      added.set(name, more.length === 0 ? 'file' : 'directory')
    }
    return added
  }
}
