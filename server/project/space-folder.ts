import { join } from '../disk-paths.ts'
import { realPath } from './real-path.ts'
import { isBelow, LeadsOut, placeInside } from './inside.ts'

/** A space of a project on disk: the project itself, the user space, or a system bundle. */
export interface SpaceFolder {
  /** The root of the space in the workspace, such as `/user`. */
  readonly at: string
  readonly folder: string
}

/**
 * The spaces of a project, and the permitted targets of their symlinks: the folders that the user named on the command
 * line.
 */
export class SpaceFolders {
  readonly #spaces: readonly SpaceFolder[]
  readonly #named: readonly string[]
  readonly #mayRead: (real: string) => boolean

  /** @param mayRead Whether a real path is in a root of the agent. */
  constructor(
    spaces: readonly SpaceFolder[],
    named: readonly string[],
    mayRead: (real: string) => boolean = () => false,
  ) {
    this.#spaces = spaces
    this.#named = named.flatMap((folder) => realPath(folder) ?? [])
    this.#mayRead = mayRead
  }

  /**
   * Require that no space's `.ai` is a symlink that leads outside the space. Such a symlink could expose any folder of
   * the machine in a share link, a run or an answer.
   * @throws LeadsOut with the name of the first such space.
   */
  requireOwn(shown: (path: string) => string): void {
    for (const { at, folder } of this.#spaces) {
      const real = realPath(join(folder, '.ai'))
      if (real === undefined || this.#rootsOf(folder).some((root) => isBelow(root, real)) || this.#mayRead(real))
        continue
      throw new LeadsOut(
        `${shown(`${at}/.ai`)} is a symlink that leads outside its space, so it is not used. Replace it with a folder, or pass the folder of its target with an option.`,
      )
    }
  }

  /**
   * A function that returns whether an agent may read a real path: a path in its roots or in a space's `.ai`, or a
   * space's folder itself, to list its names.
   */
  opener(): (real: string) => boolean {
    const own = new Set(this.#spaces.flatMap(({ folder }) => realPath(folder) ?? []))
    const trees = this.#spaces.flatMap(({ folder }) => realPath(join(folder, '.ai')) ?? [])
    return (real) => this.#mayRead(real) || own.has(real) || trees.some((tree) => isBelow(tree, real))
  }

  /**
   * The real path for writing a file of a space.
   * @throws WriteFault if a symlink leads outside the space; LeadsOut for a path in no space.
   */
  place(path: string): string {
    const space = this.#spaces.find(({ at }) => path.startsWith(`${at}/`))
    if (!space) throw new LeadsOut(`${path} is not in a space of this project.`)
    return placeInside(this.#rootsOf(space.folder), space.folder + path.slice(space.at.length))
  }

  #rootsOf(folder: string): readonly string[] {
    const own = realPath(folder)
    return own === undefined ? this.#named : [own, ...this.#named]
  }
}
