import { existsSync } from 'node:fs'
import { basename, dirname } from '../disk-paths.ts'
import type { ProjectOptions } from '../project/options.ts'
import { isUsage } from '../project/reported-error.ts'
import { projectFileName } from '../project/project-file.ts'
import { WatchedFolder } from '../project/watched-folder.ts'
import { Places } from './places.ts'
import { OpenProject } from './project.ts'

/** A project with files open in an editor. */
export interface Opened {
  readonly project: OpenProject
  readonly places: Places
  readonly watcher: WatchedFolder | undefined
}

/** The file of a request, and its project. */
export interface Asked {
  readonly project: OpenProject
  readonly places: Places
  readonly path: string
  readonly text: string
}

/** The callbacks of the projects' owner. */
interface ProjectsHost {
  /** Called after a change, in the editor or on disk, that can affect findings. */
  changed(): void
  /** Called when a project is opened or reopened, to set the content of the editor's open files in it. */
  opened(project: OpenProject): void
  /**
   * Called with the reason why a project cannot be opened. The reason is reported once, and the project is retried
   * after a change of its settings.
   */
  refused(because: string): void
}

/** The projects of an editor, by the folder that contains their `.ai`. Each is opened with its first file. */
export class Projects {
  readonly #options: ProjectOptions
  readonly #host: ProjectsHost
  readonly #opened = new Map<string, Opened>()
  readonly #wrong = new Set<string>()

  constructor(options: ProjectOptions, host: ProjectsHost) {
    this.#options = options
    this.#host = host
  }

  all(): Iterable<Opened> {
    return this.#opened.values()
  }

  /** The project of a folder; undefined if the folder does not exist, or if its settings are invalid. */
  open(folder: string): Opened | undefined {
    const known = this.#opened.get(folder)
    if (known || !existsSync(folder)) return known
    const project = this.#projectOf(folder)
    if (!project) return undefined
    const changed = (path: string | undefined): void => this.changedOnDisk(path)
    // Editors that offer to watch files often report only their own changes, so this program always watches.
    // A change before the watcher is ready has no event, so the project is read again then.
    const ready = (): void => changed(undefined)
    const watcher = new WatchedFolder(folder, ['.ai', '.env', projectFileName], { changed, ready })
    const opened = { project, places: new Places(project), watcher }
    this.#opened.set(folder, opened)
    this.#host.opened(project)
    return opened
  }

  /**
   * Report a change on disk to the projects.
   * @param disk The path of the change; undefined if it is unknown.
   */
  changedOnDisk(disk: string | undefined): void {
    if (disk !== undefined && basename(disk) === projectFileName) return this.#reopen(dirname(disk))
    for (const { project } of this.#opened.values())
      project.changed(disk === undefined ? undefined : project.directory.inside(disk))
    this.#host.changed()
  }

  /** Close the projects whose folder is not wanted. */
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

  #reopen(folder: string): void {
    const known = this.#opened.get(folder)
    void known?.watcher?.close()
    this.#opened.delete(folder)
    const wasWrong = this.#wrong.delete(folder)
    if (known || wasWrong) this.open(folder)
    this.#host.changed()
  }
}
