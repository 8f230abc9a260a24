import { watch, type FSWatcher } from 'chokidar'
import { accessSync, constants, lstatSync, statSync, type Stats } from 'node:fs'
import { join } from '../disk-paths.ts'
import { realPath } from './real-path.ts'
import { codeOf } from './reported-error.ts'

/** Receives the changes of a watched folder. */
export interface FolderListener {
  /** Called after a change at a path; undefined if the path is unknown. */
  changed(path: string | undefined): void
  ready?(): void
  /** Called with the path that cannot be watched, the reason and a remedy. Each problem is reported once. */
  failed?(because: string): void
}

/** Milliseconds to wait before watching a folder that replaced another, because more changes usually follow. */
const quiet = 20

/**
 * Watches some names in a folder, with all their contents. Changes are reported as paths in the given folder. The
 * folder and the names can be symlinks. Symlinks inside them are not followed, because a symlink to a parent folder
 * would never end. The library keeps watching a moved folder, and misses a folder that was quickly replaced or was
 * unreadable at first. In these cases, the watcher restarts.
 */
export class WatchedFolder {
  readonly #folder: string
  readonly #own: readonly string[]
  readonly #listener: FolderListener
  /** The real paths of the folder and of names that are symlinks, the longest name first. */
  #roots: readonly Root[] = []
  #watcher: FSWatcher
  /** The watched folders, with the state of each on the disk. */
  readonly #known = new Map<string, string>()
  readonly #reported = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(folder: string, names: readonly string[], listener: FolderListener) {
    this.#folder = folder
    this.#own = names.map((name) => join(folder, name))
    this.#listener = listener
    this.#watcher = this.#watch(() => listener.ready?.())
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
      this.#roots.map(({ real }) => real),
      { followSymlinks: false, ignored },
    )
    let begun = false
    watcher.on('all', (event, path) => {
      const name = this.#named(path)
      if (event === 'addDir') this.#known.set(name, stateOf(name))
      else if (event === 'unlinkDir') this.#known.delete(name)
      if (begun) this.#listener.changed(name)
    })
    watcher.on('raw', (_, name, details) => {
      const path = begun ? this.#pathOf(name, details) : undefined
      if (path === undefined || !this.#isOwn(path)) return
      const known = this.#known.get(path)
      if (known === undefined ? isLink(path) && this.#own.includes(path) : ![known, ''].includes(stateOf(path)))
        this.#restart()
      // Report system events too, because the library drops a second change within 50 ms of the first.
      this.#listener.changed(path)
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
    if (this.#reported.has(because)) return
    this.#reported.add(because)
    this.#listener.failed?.(because)
  }

  #isOwn(path: string): boolean {
    return this.#own.some((one) => path === one || path.startsWith(`${one}/`))
  }

  /** The path in the given folder for a real path; a path outside the watched folders stays unchanged. */
  #named(place: string): string {
    const root = this.#roots.find(({ real }) => place === real || place.startsWith(`${real}/`))
    return root === undefined ? place : root.name + place.slice(root.real.length)
  }

  /**
   * The path of a system event: a watched folder, or a name in a watched folder. Undefined if the event does not
   * contain it.
   */
  #pathOf(name: unknown, details: unknown): string | undefined {
    if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return undefined
    const { watchedPath } = details
    if (typeof watchedPath !== 'string' || typeof name !== 'string') return undefined
    const watched = this.#named(watchedPath)
    return this.#known.has(watched) ? join(watched, name) : watched
  }

  #restart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      void this.#watcher.close()
      if (!this.#closed) this.#watcher = this.#watch(() => this.#listener.changed(undefined))
    }, quiet)
  }
}

/** The reason on one line. System limits are reported without the path, because every folder exceeds them again. */
function whyUnwatched(error: unknown, named: (place: string) => string): string {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EMFILE') {
    const limit = code === 'ENOSPC' ? 'fs.inotify.max_user_watches' : 'fs.inotify.max_user_instances, or open files'
    return `the system cannot watch more folders (${code}), so changes are not detected. Raise its limit (${limit}) and start again.`
  }
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
  return (code === 'EACCES' || code === 'EPERM') && path !== undefined
    ? `${named(path)} cannot be read, so changes in it are not detected. Make it readable for the user of this program.`
    : `${error instanceof Error ? error.message : String(error)}.`
}

/** A folder by its given path and its real path. */
interface Root {
  readonly name: string
  readonly real: string
}

/**
 * The folders to watch, the longest name first. A symlink to a parent folder is excluded, because it would add that
 * whole folder.
 */
function rootsOf(folder: string, own: readonly string[]): readonly Root[] {
  const root = { name: folder, real: realPath(folder) ?? folder }
  const links = own
    .filter((path) => isLink(path))
    .flatMap((name) => {
      const real = realPath(name)
      return real === undefined || `${root.real}/`.startsWith(real === '/' ? real : `${real}/`) ? [] : [{ name, real }]
    })
  return [...links, root]
}

function isLink(path: string): boolean {
  return found(path, lstatSync)?.isSymbolicLink() === true
}

/** A value that changes if the path has a new folder or new permissions; empty if the folder is missing. */
function stateOf(path: string): string {
  const stats = found(path, statSync)
  return stats?.isDirectory() === true ? `${stats.dev} ${stats.ino} ${isReadable(path)}` : ''
}

/** The status of a path; undefined if it does not exist, or its parent folder cannot be read. */
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
