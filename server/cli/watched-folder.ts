import { watch, type FSWatcher } from 'chokidar'
import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whoever hears what changes in a folder. */
export interface Hearer {
  /** Something changed at a path; undefined where nobody knows at which. */
  changed(path: string | undefined): void
  ready?(): void
  failed?(error: unknown): void
}

/** Milliseconds after which a folder that was put in the place of another one is watched: what puts it there puts more. */
const quiet = 20

/**
 * Watches what stands under some names of a folder, and all below them; links are not followed. The library goes on watching a folder that
 * was moved away, and none that was put in its place at once, or that could not be read when it was found: then all is watched anew.
 */
export class WatchedFolder {
  readonly #folder: string
  readonly #own: readonly string[]
  readonly #hearer: Hearer
  #watcher: FSWatcher
  /** Which folders are watched, by what the disk said of each. */
  readonly #known = new Map<string, string>()
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
    // One root: of several, one that is missing would be said to be ready before the others are.
    const ignored = (path: string): boolean => path !== this.#folder && !this.#isOwn(path)
    const watcher = watch(this.#folder, { followSymlinks: false, ignored })
    let begun = false
    watcher.on('all', (event, path) => {
      if (event === 'addDir') this.#known.set(path, stateOf(path))
      else if (event === 'unlinkDir') this.#known.delete(path)
      if (begun) this.#hearer.changed(path)
    })
    watcher.on('raw', (_, name, details) => {
      const path = begun ? this.#pathOf(name, details) : undefined
      if (path === undefined || !this.#isOwn(path)) return
      const known = this.#known.get(path)
      if (known !== undefined && ![known, ''].includes(stateOf(path))) this.#anew()
      // The library keeps a second change within 50 ms of the first to itself.
      this.#hearer.changed(path)
    })
    watcher.on('ready', () => {
      begun = true
      ready()
    })
    watcher.on('error', (error) => this.#hearer.failed?.(error))
    return watcher
  }

  #isOwn(path: string): boolean {
    return this.#own.some((one) => path === one || path.startsWith(`${one}/`))
  }

  /** What the system says something of: it is watched itself, or a name in a folder that is. */
  #pathOf(name: unknown, details: unknown): string | undefined {
    if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return undefined
    const { watchedPath } = details
    if (typeof watchedPath !== 'string' || typeof name !== 'string') return undefined
    return this.#known.has(watchedPath) ? join(watchedPath, name) : watchedPath
  }

  #anew(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      void this.#watcher.close()
      if (!this.#closed) this.#watcher = this.#watch(() => this.#hearer.changed(undefined))
    }, quiet)
  }
}

/** Differs for another folder in the same place, and for one that can be read now or no more; empty where there is none. */
function stateOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isDirectory() === true ? `${stats.dev} ${stats.ino} ${isReadable(path)}` : ''
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
