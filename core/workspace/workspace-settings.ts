import type { DialectName } from '../rules/dialect.ts'

/** A read-only system bundle. Settings list bundles in search order (R1.1). */
export interface Bundle {
  readonly bundle_id: string
  readonly version: string
  readonly root: string
}

/**
 * The output of a program for an interpreter search (R6.3). In the page, the output is recorded; on a server, it comes
 * from a real run.
 */
export interface ProgramAnswer {
  readonly argv: readonly string[]
  readonly return_code: number
  readonly stdout: string
}

/** The facts about the machine that the engine cannot find in the files. */
export interface World {
  readonly environ: Readonly<Record<string, string>>
  readonly programs: readonly ProgramAnswer[]
  /** Files that exist outside the spaces, such as `/usr/bin/python3`. */
  readonly files: readonly string[]
  /** Whether a path is one of `files`. A host can answer without listing all files. */
  readonly hasFile?: (path: string) => boolean
  readonly path_separator: ':' | ';'
}

/** The settings of a workspace in addition to its files: its rules, roots and world. */
export interface WorkspaceSettings {
  readonly dialect: DialectName
  /** R1.2: `scoped` starts in the space of the element that names the executor. `global` searches all three spaces. */
  readonly search: 'scoped' | 'global'
  readonly project: string
  readonly user: string
  readonly systems: readonly Bundle[]
  /** R10.4: whether integrity errors are only warnings or hints. */
  readonly dev_mode: boolean
  readonly world: World
}

/** The settings that can change without a change to any file or folder. */
export type ProjectRules = Pick<WorkspaceSettings, 'dialect' | 'search' | 'dev_mode' | 'world'>
