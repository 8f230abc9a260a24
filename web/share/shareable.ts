import type { Analysis, Snapshot } from '#core'
import { omit } from '../files/records.ts'

/** The draft as it leaves: with what is seen now, so that a reader can be told whether it still holds. */
export function shareable(snapshot: Snapshot, analysis: Analysis | undefined): Snapshot {
  const rest = omit(snapshot, 'expected')
  if (!analysis || analysis.item_id !== snapshot.item_id) return rest
  const chain = analysis.chain.map((entry) => entry.item_id)
  return { ...rest, expected: { plan_digest: analysis.plan?.digest ?? null, chain } }
}
