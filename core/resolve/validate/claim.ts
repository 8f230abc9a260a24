import type { Value } from '../../read/value/value.ts'
import type { SourceRange } from '../../text/source.ts'

/** The declarations of an element that the validator checks. Null counts as absent. */
export interface Claim {
  readonly item_id: string | null
  readonly space: Value
  readonly tool_type?: Value | undefined
  readonly executor_id?: Value | undefined
  readonly version?: Value | undefined
  readonly category?: Value | undefined
  readonly inputs?: Value | undefined
  readonly outputs?: Value | undefined
  readonly child_constraints?: Value | undefined
  /** The place of a field in the element's file; null for claims without a file. */
  readonly at: (field: ClaimField) => SourceRange | null
}

type ClaimField = 'executor_id' | 'version' | 'category' | 'inputs' | 'outputs' | 'child_constraints' | 'tool_type'

/** The ID of an element, as shown in findings. */
export function shownId(claim: Pick<Claim, 'item_id'>): string {
  return claim.item_id ?? ''
}

/** The IDs of a pair, as shown in findings. */
export function linkOf(child: Claim, parent: Claim): { readonly child: string; readonly parent: string } {
  return { child: shownId(child), parent: shownId(parent) }
}
