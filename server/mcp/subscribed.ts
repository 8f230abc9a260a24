import { watch, type FSWatcher } from 'node:fs'
import { basename, dirname, join } from '../disk-paths.ts'

/** Maximum number of subscriptions at the same time. */
export const mostSubscriptions = 200
/** Milliseconds from the last change of a file to its report, because one save is often several changes. */
const quiet = 50

/** Reports a change to a file. */
type Changed = () => void

/** A folder with subscribed files. The folder is watched, because many editors replace a file when they save it. */
interface Folder {
  readonly watcher: FSWatcher
  readonly files: Map<string, Set<Changed>>
}

/** The files that clients subscribed to. All clients share the watchers. */
export class Subscribed {
  readonly #folders = new Map<string, Folder>()
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  #count = 0

  /**
   * Call a function after each change to a file, until the returned function is called. Undefined if there are too many
   * subscriptions.
   */
  add(path: string, changed: Changed): (() => void) | undefined {
    if (this.#count >= mostSubscriptions) return undefined
    this.#count += 1
    const [at, name] = [dirname(path), basename(path)]
    const folder = this.#folders.get(at) ?? this.#watch(at)
    const listeners = folder.files.get(name) ?? new Set()
    folder.files.set(name, listeners.add(changed))
    return () => {
      if (!listeners.delete(changed)) return
      this.#count -= 1
      if (listeners.size === 0) folder.files.delete(name)
      if (folder.files.size > 0) return
      folder.watcher.close()
      this.#folders.delete(at)
    }
  }

  close(): void {
    for (const { watcher } of this.#folders.values()) watcher.close()
    for (const timer of this.#waiting.values()) clearTimeout(timer)
  }

  #watch(at: string): Folder {
    const watcher = watch(at, (_event, name) => {
      if (name !== null && folder.files.has(name)) this.#soon(join(at, name), () => folder.files.get(name))
    })
    // A folder that was removed has no further changes.
    watcher.on('error', () => undefined)
    const folder: Folder = { watcher, files: new Map() }
    this.#folders.set(at, folder)
    return folder
  }

  #soon(path: string, listeners: () => ReadonlySet<Changed> | undefined): void {
    clearTimeout(this.#waiting.get(path))
    const report = (): void => {
      this.#waiting.delete(path)
      listeners()?.forEach((changed) => changed())
    }
    this.#waiting.set(path, setTimeout(report, quiet))
  }
}
