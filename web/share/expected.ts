import type { Analysis, Snapshot } from '#core'

/** Whether a draft still gives what the sharer saw, in words; undefined where the link did not say. */
export function compareWithExpected(
  snapshot: Snapshot,
  analysis: Analysis,
): { readonly same: boolean; readonly text: string } | undefined {
  const expected = snapshot.expected
  if (!expected) return undefined
  const chain = analysis.chain.map((entry) => entry.item_id)
  if (chain.join('\n') !== expected.chain.join('\n')) {
    return {
      same: false,
      text: `The chain was ${expected.chain.join(' → ') || 'empty'} when it was shared; now it is ${chain.join(' → ') || 'empty'}.`,
    }
  }
  const digest = analysis.plan?.digest ?? null
  if (expected.plan_digest === digest)
    return { same: true, text: 'Still resolves to the same chain and the same plan.' }
  return { same: false, text: 'Still the same chain, but the plan differs from the one that was shared.' }
}
