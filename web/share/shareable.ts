import { expectedOf } from '#core/answer'
import type { Snapshot } from '#core/workspace'
import { omit } from '../files/records.ts'
import type { Session } from '../state/session.svelte.ts'

/**
 * The draft to share, with its current result, so that readers see whether the result has changed. Omits the result if
 * the analysis leaves out a space.
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
