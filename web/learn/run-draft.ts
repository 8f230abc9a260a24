import type { Analysis, Plan } from '#core/answer'
import { isRequest } from '#core/rules'
import { execute, type ExecutionResult, type Outcome } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { loadBundle } from '../files/bundles.ts'
import { DraftVolume } from '../files/volume.ts'
import { GraphLink } from '../graph/graph-link.ts'
import { withoutCaches } from '../run/finish-run.ts'
import { simulatedPlan, type PlanSimulator } from '../run/simulated-plan.ts'
import { signingTime } from '../state/signing.ts'

const noListener = { doing: () => undefined, output: () => undefined, onStop: () => undefined }

/** Walks graphs. The page uses a worker for this; tests use an engine in their own process. */
export type Walker = Pick<GraphLink, 'walk' | 'stop'>

/**
 * The result of a simulated run for a check, which the page neither shows nor saves. Undefined if the chain is refused
 * or the walk of a graph fails.
 */
export async function resultOfDraft(
  draft: Snapshot,
  analysis: Analysis,
  simulator?: () => Promise<PlanSimulator>,
  walker: () => Walker = () => new GraphLink(),
): Promise<ExecutionResult | undefined> {
  const { plan, status } = analysis
  if (status !== 'ready' || !plan) return undefined
  const volume = new DraftVolume(draft.files, await loadBundle(draft.bundle))
  const run = async (called: Plan): Promise<Outcome> => {
    const simulated = await simulatedPlan(called, draft, volume, noListener, simulator)
    return simulated.run()
  }
  if (analysis.chain[0]?.tool_type === 'graph') return resultOfWalk(draft, volume, run, walker())
  return execute(analysis, { run: () => run(plan), now: signingTime })
}

/** The result of walking a graph. Its calls share one volume. */
async function resultOfWalk(
  snapshot: Snapshot,
  volume: DraftVolume,
  run: (plan: Plan) => Promise<Outcome>,
  walker: Walker,
): Promise<ExecutionResult | undefined> {
  const call = async (plan: Plan): Promise<Outcome> => {
    const outcome = await run(plan)
    if (!isRequest(outcome) && outcome.changes) volume.apply(withoutCaches(outcome.changes))
    return outcome
  }
  const order = { walk: 1, snapshot, steer: { kind: 'go' } } as const
  const answer = await walker.walk(order, { news: () => undefined, run: call })
  walker.stop()
  return answer.kind === 'walked' ? answer.result : undefined
}
