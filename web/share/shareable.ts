import { expectedOf } from '#core/answer'
import type { Snapshot } from '#core/workspace'
import { omit } from '../files/records.ts'
import type { Session } from '../state/session.svelte.ts'

/**
 * The draft to share, with its present result, so that readers see whether the result has changed. A result that is shown while
 * a space is left out is not included.
 */
export function shareable({
  snapshot,
  analysis,
  hypothetical,
}: Pick<Session, 'snapshot' | 'analysis' | 'hypothetical'>): Snapshot {
  const rest = omit(snapshot, 'expected')
  if (hypothetical || !analysis || analysis.item_id !== snapshot.item_id) return rest
  return { ...rest, expected: expectedOf(analysis) }
}
