import { nameOf, parentOf, type Content, type FileTree, type Listing, type Look, type Stamp } from '#core'

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
    const added = this.#unsavedIn(path).filter((name) => listing?.has(name) === false)
    if (!listing || added.length === 0) return listing
    const all = [...listing, ...added.map((name) => [name, 'file'] as const)]
    return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  look(path: string, known?: Stamp | null): Look | undefined {
    const bytes = this.#open.get(path)
    if (bytes) return { kind: 'file', stamp: bytes }
    const below = this.#below.look(path, known)
    // A folder with a file that is only in the editor: its own stamp does not know of it.
    const hidden =
      below?.kind === 'directory' && this.#unsavedIn(path).some((name) => !this.#below.look(`${path}/${name}`))
    return below && hidden ? { kind: below.kind, stamp: null } : below
  }

  real(path: string): string | undefined {
    return this.#below.real(path) ?? (this.#open.has(path) ? path : undefined)
  }

  #unsavedIn(folder: string): readonly string[] {
    return [...this.#open.keys()].filter((path) => parentOf(path) === folder).map(nameOf)
  }
}
