/** A feature that a tool uses and that the simulation lacks or handles differently. */
export interface Lack {
  /** The used name as in the tool's text: `child_process`, `subprocess.run`, `git`. */
  readonly uses: string
  /** The behavior of the simulation, as the end of a sentence. */
  readonly because: string
  readonly path: string
  /** The line number, from 1. */
  readonly line: number
}

/** A use of an unsupported construct in a source file. */
export interface Found {
  readonly uses: string
  readonly index: number
}

/** A construct that differs in the simulation, with a pattern or a function that finds its uses. */
export interface Sign {
  /** The name of the used construct is the first group of the pattern, or the whole match without groups. */
  readonly find: RegExp | ((code: string) => readonly Found[])
  readonly because: string
  /**
   * The text to search. Default: the code. `text` includes quoted strings; `expanded` includes only expanded
   * here-documents.
   */
  readonly within?: 'text' | 'expanded'
}

/** A command to check for features that the simulation lacks. */
export interface Command {
  readonly command: string
  readonly args: readonly string[]
  /** The version of Node that the simulation imitates, such as `v20.20.2`. */
  readonly nodeVersion: string
}
