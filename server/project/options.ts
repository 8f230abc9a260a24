import type { FileTree } from '#core/input'
import type { DialectName } from '#core/rules'
import type { World } from '#core/workspace'

/** What a project gets from outside of its folders. */
export interface Machine {
  /** Where paths that are not whole count from, and where shown paths do. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  now(): Date
  /** Whether what a link of a project leads to may be read, by its real path; absent where a person's own rights decide. */
  mayRead?(real: string): boolean
  /** Hear a sentence that a person should read and that is part of no answer. */
  note?(sentence: string): void
}

/** This machine, with the rights of the person who runs the program. */
export function thisMachine(): Machine {
  return { cwd: process.cwd(), env: process.env, now: () => new Date() }
}

/** Which project is opened, and by which rules. What is left out is that of `rye-chain.yaml`, else that of the machine. */
export interface ProjectOptions {
  /** The folder that holds the project's `.ai`, named by the caller. Default: the current one. */
  readonly dir?: string | undefined
  /** The folder of the project where it was found and not named: what its links lead to is not taken as meant. */
  readonly folder?: string
  /** The folder that holds the `.ai` of the user space. Default: `USER_SPACE`. */
  readonly user?: string | undefined
  /** The system bundles in their order: DIR with a bundle.json, ID@VERSION=DIR, or `builtin`. */
  readonly systems?: readonly string[]
  readonly dialect?: DialectName | undefined
  /** Where executors are looked for (R1.2). */
  readonly search?: 'scoped' | 'global' | undefined
  /** Whether signatures must verify, as in a real run (R10.4). */
  readonly strict?: boolean | undefined
  /** Further variables of the environment that a chain starts with: `NAME=VALUE`, or `NAME` for the machine's own value. */
  readonly env?: readonly string[]
  /** A JSON file with `environ`, `files`, `programs` and `path_separator`, in place of what this machine has. */
  readonly worldFile?: string | undefined
  /** The same as a value; `env` and `worldFile` win over it. */
  readonly world?: World
  /** An environment of Python that stands for the project's own. */
  readonly venv?: string | undefined
  /** Puts something over the files of the disk. */
  readonly files?: (below: FileTree) => FileTree
  /** The text of the project's file, where it is not the one of the disk; null where there is none. */
  readonly projectFile?: string | null
  /** Default: this machine, and a person's own rights. */
  readonly machine?: Machine
}
