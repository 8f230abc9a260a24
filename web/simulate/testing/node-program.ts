/** A small program that runs in real Node and in the simulated Node. */
export interface NodeProgram {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Files in the working directory, by relative path. */
  readonly files?: Readonly<Record<string, string>>
}

/** The result. A `code` that is not a number names another ending. */
export interface Outcome {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}
