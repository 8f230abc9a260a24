import type { Dialect } from '../../rules/dialect.ts'

/** The schema of each key, by name. */
export type KeySchemas = Readonly<Record<string, KeySchema>>

/** The schema of one metadata key: editors offer and explain it, and unknown keys are compared with it. */
export interface KeySchema {
  readonly about: string
  /** The rules of SEMANTICS that apply; none if the engine only shows the key. */
  readonly rule?: string
  /** The default: a description or a value. */
  readonly otherwise?: string
  /** The known values with a description of each; others can be valid too. */
  readonly values?: Readonly<Record<string, string>>
  /** Set if the engine accepts only these values: a description of how it treats any other value. */
  readonly closed?: string
  /** The keys of the mapping, or of each entry of a list. */
  readonly keys?: KeySchemas
  /** The schema of the values whose keys the author chooses. */
  readonly any?: KeySchema
  /** Whether a dialect reads the key. Default: all dialects do. */
  readonly readIn?: (dialect: Dialect) => boolean
}
