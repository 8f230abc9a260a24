import type { Content, FileTree, Listing, Look, Stamp } from '#core/input'

/** The files on disk, overlaid with unsaved content from an editor, standard input or tried fixes. */
export class OpenFiles implements FileTree {
  readonly #below: FileTree
  readonly #open = new Map<string, Uint8Array>()

  constructor(below: FileTree) {
    this.#below = below
  }

  /** The unsaved files, as paths with their content. */
  texts(): readonly (readonly [path: string, text: string])[] {
    return [...this.#open].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')])
  }

  /** Set the content of an open file; undefined closes the file. */
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
    // Whether the folder contains a file that exists only in the editor: the folder's own stamp does not cover it.
    const hides = below.kind === 'directory' && [...added.keys()].some((name) => !this.#below.look(`${path}/${name}`))
    return hides ? { kind: below.kind, stamp: null } : below
  }

  real(path: string): string | undefined {
    return this.#below.real(path) ?? (this.#open.has(path) || this.#addedTo(path).size > 0 ? path : undefined)
  }

  special(path: string): ReturnType<NonNullable<FileTree['special']>> {
    return this.#open.has(path) ? undefined : this.#below.special?.(path)
  }

  /**
   * The entries that open files add to a folder: the files, and the folders on their paths, which can be missing on
   * disk.
   */
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
