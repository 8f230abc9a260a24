import type { Dict, Value } from '../read/value/value.ts'
import type { WalkLimitName } from './budget.ts'
import type { GraphError } from './findings.ts'
import type { StepRecord, SuppressedError } from './record.ts'
import type { RequiredVariable } from './required-env.ts'

/** The reason why a walk did not begin. Reasons are checked in this order (R16.2). */
export type WalkRefusal =
  | { readonly kind: 'graph-invalid'; readonly errors: readonly GraphError[] }
  | { readonly kind: 'env-missing'; readonly missing: readonly RequiredVariable[] }
  | { readonly kind: 'unknown-node'; readonly node: string }
  | { readonly kind: 'no-saved-state' }
  | { readonly kind: 'no-current-node' }
  | { readonly kind: 'inputs-missing'; readonly missing: readonly string[] }

/**
 * The ending of a walk. For a completed walk, `via` distinguishes a return node from a node without a matching edge.
 */
export type WalkEnding =
  | { readonly kind: 'refused'; readonly because: WalkRefusal }
  | {
      readonly kind: 'completed'
      readonly output: Value
      readonly via: 'return' | 'no-next' | 'no-match' | 'no-target'
      readonly node: string
    }
  | { readonly kind: 'failed'; readonly node: string; readonly error: Value }
  | { readonly kind: 'node-not-found'; readonly node: string }
  | { readonly kind: 'max-steps'; readonly most: number; readonly next: string }
  | { readonly kind: 'limit'; readonly limit: WalkLimitName; readonly most: number; readonly node: string | null }
  | { readonly kind: 'cancelled'; readonly next: string | null }
  | { readonly kind: 'stepped'; readonly success: boolean; readonly next: string | null }

/** The state to resume a walk. With `errors` and `visits`, the resumed walk ends like an uninterrupted walk. */
export interface SavedWalk {
  readonly state: Dict
  readonly current_node: string | null
  readonly step_count: number
  readonly errors?: readonly SuppressedError[]
  readonly visits?: ReadonlyMap<string, number>
}

/** The result of a complete walk. */
export interface WalkResult {
  readonly ending: WalkEnding
  readonly steps: number
  readonly state: Dict
  readonly errors: readonly SuppressedError[]
  readonly records: readonly StepRecord[]
  /** The state to resume from; null if the walk never began. */
  readonly saved: SavedWalk | null
}
