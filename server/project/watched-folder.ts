import { watch, type FSWatcher } from 'chokidar'
import { accessSync, constants, lstatSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { realPath } from './real-path.ts'
import { codeOf } from './reported-error.ts'

/** Whoever hears what changes in a folder. */
export interface Hearer {
  /** Something changed at a path; undefined where nobody knows at which. */
  changed(path: string | undefined): void
  ready?(): void
  /** Something cannot be watched: what, why and what to do, each told once. */
  failed?(because: string): void
}

/** Milliseconds after which a folder that was put in the place of another one is watched: what puts it there puts more. */
const quiet = 20

/**
 * Watches what stands under some names of a folder, and all below them, by the names that the folder was given with. The folder may be a
 * link, and so may what has one of the names; links below are not followed, since one that leads back up has no end. The library goes on
 * watching a folder that was moved away, and none that was put in its place at once, or that could not be read when it was found: then all
 * is watched anew.
 */
export class WatchedFolder {
  readonly #folder: string
  readonly #own: readonly string[]
  readonly #hearer: Hearer
  /** Where the folder and those of its names that are links lie, the longest name first. */
  #roots: readonly Root[] = []
  #watcher: FSWatcher
  /** Which folders are watched, by what the disk said of each. */
  readonly #known = new Map<string, string>()
  readonly #told = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(folder: string, names: readonly string[], hearer: Hearer) {
    this.#folder = folder
    this.#own = names.map((name) => join(folder, name))
    this.#hearer = hearer
    this.#watcher = this.#watch(() => hearer.ready?.())
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#watcher.close()
  }

  #watch(ready: () => void): FSWatcher {
    this.#known.clear()
    this.#roots = rootsOf(this.#folder, this.#own)
    for (const { name } of this.#roots) this.#known.set(name, stateOf(name))
    const ignored = (path: string): boolean => {
      const name = this.#named(path)
      return name !== this.#folder && !this.#isOwn(name)
    }
    const watcher = watch(
      this.#roots.map(({ lies }) => lies),
      { followSymlinks: false, ignored },
    )
    let begun = false
    watcher.on('all', (event, path) => {
      const name = this.#named(path)
      if (event === 'addDir') this.#known.set(name, stateOf(name))
      else if (event === 'unlinkDir') this.#known.delete(name)
      if (begun) this.#hearer.changed(name)
    })
    watcher.on('raw', (_, name, details) => {
      const path = begun ? this.#pathOf(name, details) : undefined
      if (path === undefined || !this.#isOwn(path)) return
      const known = this.#known.get(path)
      if (known === undefined ? isLink(path) && this.#own.includes(path) : ![known, ''].includes(stateOf(path)))
        this.#anew()
      // The library keeps a second change within 50 ms of the first to itself.
      this.#hearer.changed(path)
    })
    watcher.on('ready', () => {
      begun = true
      ready()
    })
    watcher.on('error', (error) => this.#failed(error))
    return watcher
  }

  #failed(error: unknown): void {
    const because = whyUnwatched(error, (place) => this.#named(place))
    if (this.#told.has(because)) return
    this.#told.add(because)
    this.#hearer.failed?.(because)
  }

  #isOwn(path: string): boolean {
    return this.#own.some((one) => path === one || path.startsWith(`${one}/`))
  }

  /** A place of the disk by the name that the folder was given with. */
  #named(place: string): string {
    const root = this.#roots.find(({ lies }) => place === lies || place.startsWith(`${lies}/`))
    return root === undefined ? place : root.name + place.slice(root.lies.length)
  }

  /** What the system says something of: it is watched itself, or a name in a folder that is. */
  #pathOf(name: unknown, details: unknown): string | undefined {
    if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return undefined
    const { watchedPath } = details
    if (typeof watchedPath !== 'string' || typeof name !== 'string') return undefined
    const watched = this.#named(watchedPath)
    return this.#known.has(watched) ? join(watched, name) : watched
  }

  #anew(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      void this.#watcher.close()
      if (!this.#closed) this.#watcher = this.#watch(() => this.#hearer.changed(undefined))
    }, quiet)
  }
}

/** In one line. The limits of the system have no path: each folder passes them again. */
function whyUnwatched(error: unknown, named: (place: string) => string): string {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EMFILE') {
    const limit = code === 'ENOSPC' ? 'fs.inotify.max_user_watches' : 'fs.inotify.max_user_instances, or open files'
    return `the system watches no more folders (${code}), so changes are passed over. Raise its limit (${limit}) and start again.`
  }
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
  return (code === 'EACCES' || code === 'EPERM') && path !== undefined
    ? `${named(path)} cannot be read, so changes in it are not heard. Give whoever runs this the right to read it.`
    : `${error instanceof Error ? error.message : String(error)}.`
}

/** A folder by the name it was given with, and where it really lies. */
interface Root {
  readonly name: string
  readonly lies: string
}

/** What is watched, the longest name first. A link to a folder around this one would bring all of that. */
function rootsOf(folder: string, own: readonly string[]): readonly Root[] {
  const root = { name: folder, lies: realPath(folder) ?? folder }
  const links = own
    .filter((path) => isLink(path))
    .flatMap((name) => {
      const lies = realPath(name)
      return lies === undefined || `${root.lies}/`.startsWith(lies === '/' ? lies : `${lies}/`) ? [] : [{ name, lies }]
    })
  return [...links, root]
}

function isLink(path: string): boolean {
  return found(path, lstatSync)?.isSymbolicLink() === true
}

/** Differs for another folder in the same place, and for one that can be read now or no more; empty where none can be seen. */
function stateOf(path: string): string {
  const stats = found(path, statSync)
  return stats?.isDirectory() === true ? `${stats.dev} ${stats.ino} ${isReadable(path)}` : ''
}

/** What stands at a path; undefined too where the folder around it is closed. */
function found(path: string, look: (path: string) => Stats): Stats | undefined {
  try {
    return look(path)
  } catch {
    return undefined
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
