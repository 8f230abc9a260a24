import type { SourceRange } from '../text/source.ts'
import type { Space } from '../rules/space.ts'
import type { Value } from '../read/value/value.ts'

/** Who can put a value into a plan. */
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

/** One place an interpreter was looked for (R6.3): a path, or a program's argv that was asked. */
export interface Attempt {
  readonly tried: string
  readonly found: boolean
  readonly note?: string
}

/** A value that lost, and why. `beat` lists them from the last beaten to the first. */
export interface Contribution {
  readonly value: Value
  readonly by: Contributor
  readonly at: SourceRange | null
  readonly because: 'overridden' | 'shadowed' | 'name-collides'
}

/** One replacement: pass 1 is `${VAR}`, pass 2 is `{name}`, pass 3 is the primitive's own repetition of both (R9.5). */
export interface TemplateStep {
  readonly pass: 1 | 2 | 3
  readonly round: number
  readonly placeholder: string
  readonly name: string
  readonly replacement: string
  /** How the value came: found, the default after `:-`, or nothing at all. */
  readonly from: 'value' | 'default' | 'empty'
  /** Whether the value was quoted as `shlex.quote` does (R9.3). */
  readonly quoted: boolean
  /** Who wrote the placeholder: one that arrived inside a caller's or an environment value is warned about (H2). */
  readonly written_by: Contributor['kind']
  /** Where the placeholder stands in its source, if it does. */
  readonly at: SourceRange | null
}

/** A stretch of the final text and where its characters were written. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly by: Contributor
  readonly at: SourceRange | null
  /** The characters stand at that place one by one; otherwise it is the place of the value they were made from. */
  readonly exact?: true
  /** Placeholders it came through, outermost first; empty for text that stands in the source as it is. */
  readonly via: readonly string[]
}
