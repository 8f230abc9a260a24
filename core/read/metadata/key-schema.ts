import type { Dialect } from '../../rules/dialect.ts'

/** Keys by name, and what each of them means. */
export type KeySchemas = Readonly<Record<string, KeySchema>>

/** The schema of one metadata key: editors offer and explain it, and unknown keys are compared with it. */
export interface KeySchema {
  readonly about: string
  /** The rules of SEMANTICS that apply; none if the engine only shows the key. */
  readonly rule?: string
  /** The default, as words or a value. */
  readonly otherwise?: string
  /** The known values with a description of each; others can be valid too. */
  readonly values?: Readonly<Record<string, string>>
  /** Present if the engine accepts only these values: how any other value is treated. */
  readonly closed?: string
  /** Its keys, or the keys of each entry of a list. */
  readonly keys?: KeySchemas
  /** The schema of its values under keys that the author chooses. */
  readonly any?: KeySchema
  /** The dialects that read it; all where absent. */
  readonly readIn?: (dialect: Dialect) => boolean
}
