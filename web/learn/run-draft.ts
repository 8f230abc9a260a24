import type { Analysis } from '#core/answer'
import { execute, type ExecutionResult } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { loadBundle } from '../files/bundles.ts'
import { DraftVolume } from '../files/volume.ts'
import { simulatedPlan, type PlanSimulator } from '../run/simulated-plan.ts'
import { signingTime } from '../state/signing.ts'

const noListener = { doing: () => undefined, output: () => undefined, onStop: () => undefined }

/**
 * The result of a simulated run for a check. The page neither shows nor saves it. Undefined if the draft cannot run or
 * is a graph.
 */
export async function resultOfDraft(
  draft: Snapshot,
  analysis: Analysis,
  simulator?: () => Promise<PlanSimulator>,
): Promise<ExecutionResult | undefined> {
  const { plan, status } = analysis
  if (status !== 'ready' || !plan || analysis.chain[0]?.tool_type === 'graph') return undefined
  const volume = new DraftVolume(draft.files, await loadBundle(draft.bundle))
  const simulated = await simulatedPlan(plan, draft, volume, noListener, simulator)
  return execute(analysis, { run: () => simulated.run(), now: signingTime })
}
