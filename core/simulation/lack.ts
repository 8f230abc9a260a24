/** Something that a tool uses and that the simulation lacks or does differently. */
export interface Lack {
  /** The used name as in the tool's text: `child_process`, `subprocess.run`, `git`. */
  readonly uses: string
  /** The behavior of the simulation instead, as the end of a sentence. */
  readonly because: string
  readonly path: string
  /** Counted from 1. */
  readonly line: number
}

/** A use that a row found in a text. */
export interface Found {
  readonly uses: string
  readonly index: number
}

/** A row of an interpreter's table: a construct that differs in the simulation, as a pattern or found in the parsed form. */
export interface Sign {
  /** The first group of a pattern, if there is one, is what the tool uses. */
  readonly find: RegExp | ((code: string) => readonly Found[])
  readonly because: string
  /** Only the code is searched by default. `text` includes what is in quotes; `expanded` is what here-documents expand. */
  readonly within?: 'text' | 'expanded'
}

/** The command whose tool is examined. */
export interface Command {
  readonly command: string
  readonly args: readonly string[]
  /** The version of Node that the simulation imitates, such as `v20.20.2`. */
  readonly nodeVersion: string
}
