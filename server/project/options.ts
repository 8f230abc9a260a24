import type { FileTree } from '#core/input'
import type { DialectName } from '#core/rules'
import type { World } from '#core/workspace'
import { plain } from '../disk-paths.ts'
import type { Reads } from './kept/reads.ts'

/** The environment of a project, apart from its folders. */
export interface Machine {
  /** The current folder; the base of relative paths in input and output. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  now(): Date
  /**
   * Whether the project may read a symlink's target, given as a real path. By default, the user's permissions decide.
   */
  mayRead?(real: string): boolean
  /** Called with a notice for the user that is not part of the result. */
  note?(sentence: string): void
}

/** This machine, with the permissions of the program's user. */
export function thisMachine(): Machine {
  return { cwd: plain(process.cwd()), env: process.env, now: () => new Date() }
}

/**
 * The project to open, and its settings. Each setting defaults to the value in `rye-chain.yaml`, and then to that of
 * the machine.
 */
export interface ProjectOptions {
  /** The folder that contains the project's `.ai`, as the caller named it. Default: `nearestProject`. */
  readonly dir?: string | undefined
  /**
   * The project's folder, if a program and not the user selected it. The targets of its symlinks then need permission.
   */
  readonly folder?: string
  /** The folder that contains the `.ai` of the user space. Default: `USER_SPACE`. */
  readonly user?: string | undefined
  /** Whether the project is opened without a user space, even if it or the machine names one. */
  readonly withoutUser?: boolean
  /** The system bundles in search order: DIR with a bundle.json, ID@VERSION=DIR, or `builtin`. */
  readonly systems?: readonly string[]
  readonly dialect?: DialectName | undefined
  /** The search mode of executors (R1.2). Default: the mode in the project file, otherwise `scoped`. */
  readonly search?: 'scoped' | 'global' | undefined
  /** Whether dev mode is off: invalid or missing signatures are errors (R10.4). */
  readonly strict?: boolean | undefined
  /** Additional environment variables for a chain: `NAME=VALUE`, or `NAME` for the machine's own value. */
  readonly env?: readonly string[]
  /** A JSON file with `environ`, `files`, `programs` and `path_separator`, which replace the facts of this machine. */
  readonly worldFile?: string | undefined
  /** The data of `worldFile` as a value; `env` and `worldFile` override it. */
  readonly world?: World
  /** The folder of a Python environment that replaces the project's own `.venv`. */
  readonly venv?: string | undefined
  /** Adds a layer over the files on disk. */
  readonly files?: (below: FileTree) => FileTree
  /** Text that replaces the project file on disk; null means no project file. */
  readonly projectFile?: string | null
  /** Records all reads of the workspace. */
  readonly reads?: Reads | undefined
  /** Identifies the program's stored answers in the user's cache folder. Default: the program stores none. */
  readonly build?: string | undefined
  /** The machine of the project. Default: this machine, with the user's permissions. */
  readonly machine?: Machine
}

/** The same options with another user space: the folder that contains its `.ai`, or null for none. */
export function withUser(options: ProjectOptions, user: string | null): ProjectOptions {
  return user === null ? { ...options, withoutUser: true } : { ...options, user, withoutUser: false }
}
