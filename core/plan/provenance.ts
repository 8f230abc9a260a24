import type { SourceRange } from '../text/source.ts'
import type { Space } from '../rules/space.ts'
import type { Value } from '../read/value/value.ts'

/** A contributor of a value in a plan. */
export type Contributor =
  | { readonly kind: 'element'; readonly item_id: string; readonly space: Space; readonly index: number }
  | {
      readonly kind: 'interpreter'
      readonly item_id: string
      readonly space: Space
      readonly tried: readonly Attempt[]
    }
  | { readonly kind: 'anchor'; readonly item_id: string; readonly space: Space }
  | { readonly kind: 'config'; readonly space: Space; readonly path: string }
  | { readonly kind: 'dotenv' }
  | { readonly kind: 'host' }
  | { readonly kind: 'caller' }
  | { readonly kind: 'schema-default' }
  | { readonly kind: 'context'; readonly name: string }
  | { readonly kind: 'default' }

/** One place in an interpreter search (R6.3): a path, or the argv of a program. */
export interface Attempt {
  readonly tried: string
  readonly found: boolean
  readonly note?: string
}

/** An overridden value and the reason. `beat` lists the last overridden value first. */
export interface Contribution {
  readonly value: Value
  readonly by: Contributor
  readonly at: SourceRange | null
  readonly because: 'overridden' | 'shadowed' | 'name-collides'
}

/** One replacement: pass 1 is `${VAR}`, pass 2 is `{name}`, and in pass 3 the primitive repeats both (R9.5). */
export interface TemplateStep {
  readonly pass: 1 | 2 | 3
  readonly round: number
  readonly placeholder: string
  readonly name: string
  readonly replacement: string
  /** The source of the replacement: a variable's or parameter's value, the default after `:-`, or neither. */
  readonly from: 'value' | 'default' | 'empty'
  /** Whether the value was quoted as with `shlex.quote` (R9.3). */
  readonly quoted: boolean
  /** The contributor of the placeholder. A placeholder from the caller or the environment causes a warning (H2). */
  readonly written_by: Contributor['kind']
  /** The place of the placeholder in its source; null if there is none. */
  readonly at: SourceRange | null
}

/** A range of the final text and the source of its characters. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly by: Contributor
  readonly at: SourceRange | null
  /** True if `at` contains exactly these characters. Otherwise `at` is the place of the original value. */
  readonly exact?: true
  /** The placeholders that inserted the text, outermost first; empty for unchanged source text. */
  readonly via: readonly string[]
}
