import type { DialectName } from '../rules/dialect.ts'

/** A read-only system bundle, in search order (R1.1). */
export interface Bundle {
  readonly bundle_id: string
  readonly version: string
  readonly root: string
}

/** The answer of a program to an interpreter search (R6.3): a recorded fact in the page, a real run on a server. */
export interface ProgramAnswer {
  readonly argv: readonly string[]
  readonly return_code: number
  readonly stdout: string
}

/** The world outside the files: what the engine would otherwise have to ask the machine for. */
export interface World {
  readonly environ: Readonly<Record<string, string>>
  readonly programs: readonly ProgramAnswer[]
  /** Files that exist outside the spaces, such as `/usr/bin/python3`. */
  readonly files: readonly string[]
  /** Whether a path is one of `files`; a host can answer without listing all of them. */
  readonly hasFile?: (path: string) => boolean
  readonly path_separator: ':' | ';'
}

/** Everything that is not a file: which rules, which roots, which world. */
export interface WorkspaceSettings {
  readonly dialect: DialectName
  /** R1.2: `scoped` starts at the space of the element that names the executor, `global` always searches all three. */
  readonly search: 'scoped' | 'global'
  readonly project: string
  readonly user: string
  readonly systems: readonly Bundle[]
  /** R10.4: integrity errors become warnings. */
  readonly dev_mode: boolean
  readonly world: World
}
