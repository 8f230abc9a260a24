import type { Dialect } from '../../rules/dialect.ts'

/** The schema of each key, by name. */
export type KeySchemas = Readonly<Record<string, KeySchema>>

/** The schema of one metadata key. Editors suggest and explain the key, and misspelled keys are compared with it. */
export interface KeySchema {
  readonly about: string
  /** The rules that apply, such as `R6.3`; undefined if the engine only displays the key. */
  readonly rule?: string
  /** The default, as a description or a value. */
  readonly otherwise?: string
  /** The known values, each with a description. Without `closed`, other values can also be valid. */
  readonly values?: Readonly<Record<string, string>>
  /** Set if the engine accepts only these values: a description of its behavior for any other value. */
  readonly closed?: string
  /** The keys of the mapping, or of each entry of a list. */
  readonly keys?: KeySchemas
  /** The schema of values whose keys the author chooses. */
  readonly any?: KeySchema
  /** Whether a dialect reads the key. Default: in all dialects. */
  readonly readIn?: (dialect: Dialect) => boolean
}
