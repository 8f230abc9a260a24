import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { ProjectOptions } from '../project/options.ts'
import { isUsage } from '../project/reported-error.ts'
import { projectFileName } from '../project/project-file.ts'
import { WatchedFolder } from '../project/watched-folder.ts'
import { Places } from './places.ts'
import { OpenProject } from './project.ts'

/** A project that an editor is at work in. */
export interface Opened {
  readonly project: OpenProject
  readonly places: Places
  readonly watcher: WatchedFolder | undefined
}

/** A file that is asked about, in its project. */
export interface Asked {
  readonly project: OpenProject
  readonly places: Places
  readonly path: string
  readonly text: string
}

/** Whoever the projects are open for. */
interface ProjectsHost {
  /** Something changed, here or on the disk, on which findings may rest. */
  changed(): void
  /** A project was opened, perhaps anew: what the editor has open of it counts in it. */
  opened(project: OpenProject): void
  /** A project that cannot be opened, and why: told once, and tried again when its settings have changed. */
  refused(because: string): void
}

/** The projects of an editor, by the folder that holds their `.ai`: each is opened when a file of it is. */
export class Projects {
  readonly #options: ProjectOptions
  readonly #host: ProjectsHost
  readonly #opened = new Map<string, Opened>()
  readonly #wrong = new Set<string>()
  /** Whether the editor tells what changes on the disk; one that does not offer to is not relied upon. */
  clientWatches = false

  constructor(options: ProjectOptions, host: ProjectsHost) {
    this.#options = options
    this.#host = host
  }

  all(): Iterable<Opened> {
    return this.#opened.values()
  }

  /** Undefined where the folder is not there, as for a file that was never saved, and where its settings are wrong. */
  open(folder: string): Opened | undefined {
    const known = this.#opened.get(folder)
    if (known || !existsSync(folder)) return known
    const project = this.#projectOf(folder)
    if (!project) return undefined
    const changed = (path: string | undefined): void => this.changedOnDisk(path)
    const watcher = this.clientWatches
      ? undefined
      : new WatchedFolder(folder, ['.ai', '.env', projectFileName], { changed })
    const opened = { project, places: new Places(project), watcher }
    this.#opened.set(folder, opened)
    this.#host.opened(project)
    return opened
  }

  /** Undefined where nobody knows what changed. */
  changedOnDisk(disk: string | undefined): void {
    if (disk !== undefined && basename(disk) === projectFileName) return this.#openAnew(dirname(disk))
    for (const { project } of this.#opened.values())
      project.changed(disk === undefined ? undefined : project.directory.inside(disk))
    this.#host.changed()
  }

  /** Close the projects that nobody wants any more. */
  keep(isWanted: (folder: string) => boolean): void {
    for (const [folder, { watcher }] of this.#opened) {
      if (isWanted(folder)) continue
      void watcher?.close()
      this.#opened.delete(folder)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map(({ watcher }) => watcher?.close()))
  }

  #projectOf(folder: string): OpenProject | undefined {
    if (this.#wrong.has(folder)) return undefined
    try {
      return new OpenProject(folder, this.#options)
    } catch (error) {
      if (!isUsage(error)) throw error
      this.#wrong.add(folder)
      this.#host.refused(error.message)
      return undefined
    }
  }

  #openAnew(folder: string): void {
    const known = this.#opened.get(folder)
    void known?.watcher?.close()
    this.#opened.delete(folder)
    const wasWrong = this.#wrong.delete(folder)
    if (known || wasWrong) this.open(folder)
    this.#host.changed()
  }
}
