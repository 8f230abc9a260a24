/** Something that a tool uses and the simulation does not have, or has in another way. */
export interface Lack {
  /** What the tool uses, in words that go on a line: `child_process`, `subprocess.run`, `git`. */
  readonly uses: string
  /** What the simulation does instead, as the end of a sentence. */
  readonly because: string
  readonly path: string
  /** Counted from 1. */
  readonly line: number
}

/** A pattern in the text of a tool that tells of a lack; the first group, where there is one, is what is used. */
export interface Sign {
  readonly pattern: RegExp
  readonly because: string
}

/** The command whose tool is looked at. */
export interface Command {
  readonly command: string
  readonly args: readonly string[]
}
