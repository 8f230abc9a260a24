import { expectedOf } from '#core/answer'
import type { Snapshot } from '#core/workspace'
import { omit } from '../files/records.ts'
import type { Session } from '../state/session.svelte.ts'

/**
 * The draft as it leaves: with what is seen now, so that a reader can be told whether it still holds. What is seen while
 * a space is left out is nobody's to expect.
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
