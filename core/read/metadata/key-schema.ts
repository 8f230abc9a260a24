import type { Dialect } from '../../rules/dialect.ts'

/** Keys by name, and what each of them means. */
export type KeySchemas = Readonly<Record<string, KeySchema>>

/** What one key of metadata means: what editors offer, explain, and hold unknown keys against. */
export interface KeySchema {
  readonly about: string
  /** The rules of SEMANTICS that it follows; none where the engine only shows it. */
  readonly rule?: string
  /** What counts where the key is absent, in words or as a value. */
  readonly otherwise?: string
  /** Values it takes where there are few, with a word on each; others may be allowed too. */
  readonly values?: Readonly<Record<string, string>>
  /** Present where the engine takes no other than these values: what any other comes to, in words. */
  readonly closed?: string
  /** Keys below it, or below each entry where it holds a list. */
  readonly keys?: KeySchemas
  /** What stands below it under keys of the author's choice. */
  readonly any?: KeySchema
  /** The dialects that read it; all where absent. */
  readonly readIn?: (dialect: Dialect) => boolean
}
