import type { Analysis, Snapshot } from '#core'

/** The draft as it leaves: with what is seen now, so that a reader can be told whether it still holds. */
export function shareable(snapshot: Snapshot, analysis: Analysis | undefined): Snapshot {
  const { expected: _former, ...rest } = snapshot
  if (!analysis || analysis.item_id !== snapshot.item_id) return rest
  const chain = analysis.chain.map((entry) => entry.item_id)
  return { ...rest, expected: { plan_digest: analysis.plan?.digest ?? null, chain } }
}
