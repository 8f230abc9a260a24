import type { FileTree } from '#core/input'
import type { DialectName } from '#core/rules'
import type { World } from '#core/workspace'

/** The parts of a project's environment outside its folders. */
export interface Machine {
  /** The current folder, which relative paths and shown paths are relative to. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  now(): Date
  /** Whether the target of a link in a project can be read, by its real path. If absent, the permissions of the user decide. */
  mayRead?(real: string): boolean
  /** Called with a notice for the user that is not part of the result. */
  note?(sentence: string): void
}

/** This machine, with the permissions of the user who runs the program. */
export function thisMachine(): Machine {
  return { cwd: process.cwd(), env: process.env, now: () => new Date() }
}

/** The project to open, and its settings. Default of each: the value in `rye-chain.yaml`, else that of the machine. */
export interface ProjectOptions {
  /** The folder that contains the project's `.ai`, as the caller named it. Default: the current folder. */
  readonly dir?: string | undefined
  /** The folder of the project if it was found rather than named: targets of its links need separate permission. */
  readonly folder?: string
  /** The folder that contains the `.ai` of the user space. Default: `USER_SPACE`. */
  readonly user?: string | undefined
  /** The system bundles in search order: DIR with a bundle.json, ID@VERSION=DIR, or `builtin`. */
  readonly systems?: readonly string[]
  readonly dialect?: DialectName | undefined
  /** The search mode of executors (R1.2). */
  readonly search?: 'scoped' | 'global' | undefined
  /** Whether signatures must verify, as in a real run (R10.4). */
  readonly strict?: boolean | undefined
  /** Additional environment variables for a chain: `NAME=VALUE`, or `NAME` for the machine's own value. */
  readonly env?: readonly string[]
  /** A JSON file with `environ`, `files`, `programs` and `path_separator`, which replace those of this machine. */
  readonly worldFile?: string | undefined
  /** The same data as a value; `env` and `worldFile` override it. */
  readonly world?: World
  /** A Python environment that replaces the project's own. */
  readonly venv?: string | undefined
  /** Adds a layer over the files of the disk. */
  readonly files?: (below: FileTree) => FileTree
  /** Text that replaces the project file on the disk; null means that there is no project file. */
  readonly projectFile?: string | null
  /** Default: this machine, with the permissions of the user. */
  readonly machine?: Machine
}
