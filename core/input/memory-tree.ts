import type { Content, FileTree, Listing, Look } from './file-tree.ts'
import { parentOf } from '../text/path.ts'

type Entry =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly stamp: number }
  | { readonly kind: 'directory'; names: Set<string>; stamp: number }
  | { readonly kind: 'link'; readonly target: string; readonly stamp: number }

const mostLinks = 40

/**
 * Files in memory, for tests, the page's worker and the server's snapshots. Every write creates a new stamp, so no
 * stale content is ever cached.
 */
export class MemoryTree implements FileTree {
  readonly #entries = new Map<string, Entry>([['/', { kind: 'directory', names: new Set<string>(), stamp: 0 }]])
  #clock = 0

  /** Writes a file at an absolute path. Replaces an existing file and creates missing directories. */
  write(path: string, bytes: Uint8Array): void {
    this.#put(path, { kind: 'file', bytes, stamp: ++this.#clock })
  }

  /** Creates a directory if it does not exist. */
  makeDirectory(path: string): void {
    if (this.#entries.get(path)?.kind !== 'directory')
      this.#put(path, { kind: 'directory', names: new Set(), stamp: ++this.#clock })
  }

  /** Creates a symbolic link. The target can be relative, and can be missing. */
  link(path: string, target: string): void {
    this.#put(path, { kind: 'link', target, stamp: ++this.#clock })
  }

  /** Removes a file, a link, or a directory with its content. */
  remove(path: string): void {
    const entry = this.#entries.get(path)
    if (!entry || path === '/') return
    if (entry.kind === 'directory') for (const name of [...entry.names]) this.remove(`${path}/${name}`)
    this.#entries.delete(path)
    const parent = this.#entries.get(parentOf(path))
    if (parent?.kind === 'directory') {
      parent.names.delete(path.slice(path.lastIndexOf('/') + 1))
      parent.stamp = ++this.#clock
    }
  }

  read(path: string): (Content & { readonly bytes: Uint8Array }) | undefined {
    const entry = this.#follow(path)
    return entry?.kind === 'file' ? entry : undefined
  }

  list(path: string): Listing | undefined {
    const real = this.#real(path)
    const entry = real === undefined ? undefined : this.#entries.get(real)
    if (entry?.kind !== 'directory') return undefined
    const below = real === '/' ? '' : real
    return new Map(
      [...entry.names].sort().map((name) => {
        const kind = this.#entries.get(`${below}/${name}`)?.kind
        return [name, kind === undefined || kind === 'link' ? 'unknown' : kind] as const
      }),
    )
  }

  look(path: string): Look | undefined {
    const entry = this.#follow(path)
    return entry && { kind: entry.kind, stamp: entry.stamp }
  }

  real(path: string): string | undefined {
    return this.#resolve(path, 0)
  }

  special(path: string): 'dangling-link' | undefined {
    return this.#entries.get(path)?.kind === 'link' && !this.#follow(path) ? 'dangling-link' : undefined
  }

  #follow(path: string): Exclude<Entry, { kind: 'link' }> | undefined {
    const real = this.#real(path)
    const entry = real === undefined ? undefined : this.#entries.get(real)
    return entry?.kind === 'link' ? undefined : entry
  }

  /** The path with its links resolved. Most paths contain no links. */
  #real(path: string): string | undefined {
    const direct = this.#entries.get(path)
    return direct && direct.kind !== 'link' ? path : this.#resolve(path, 0)
  }

  #resolve(path: string, depth: number): string | undefined {
    if (depth > mostLinks) return undefined
    let here = ''
    const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
    for (const [index, segment] of segments.entries()) {
      if (segment === '..') {
        here = here.slice(0, Math.max(0, here.lastIndexOf('/')))
        continue
      }
      here = `${here}/${segment}`
      const entry = this.#entries.get(here)
      if (!entry) return undefined
      if (entry.kind !== 'link') continue
      const base = entry.target.startsWith('/') ? entry.target : `${parentOf(here)}/${entry.target}`
      return this.#resolve([base, ...segments.slice(index + 1)].join('/'), depth + 1)
    }
    return this.#entries.has(here || '/') ? here || '/' : undefined
  }

  #put(path: string, entry: Entry): void {
    const before = this.#entries.get(path)?.kind
    if (before === 'directory') this.remove(path)
    this.#entries.set(path, entry)
    // A listing contains kinds as well as names, so a change of either changes the directory.
    let sameKind = before === entry.kind
    for (let child = path; child !== '/'; child = parentOf(child)) {
      const parent = parentOf(child)
      const above = this.#entries.get(parent)
      const name = child.slice(child.lastIndexOf('/') + 1)
      if (above?.kind === 'directory') {
        if (!sameKind || !above.names.has(name)) {
          above.names.add(name)
          above.stamp = ++this.#clock
        }
        return
      }
      sameKind = false
      this.#entries.set(parent, { kind: 'directory', names: new Set([name]), stamp: ++this.#clock })
    }
  }
}
