import type { Analysis, Plan } from '#core/answer'
import { isRequest } from '#core/rules'
import { execute, type ExecutionResult, type Outcome } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { loadBundle } from '../files/bundles.ts'
import { DraftVolume } from '../files/volume.ts'
import { withoutCaches } from '../run/finish-run.ts'
import { simulatedPlan, type PlanSimulator } from '../run/simulated-plan.ts'
import { signingTime } from '../state/signing.ts'

const noListener = { doing: () => undefined, output: () => undefined, onStop: () => undefined }

/** The result of a simulated run for a check. The page neither shows nor saves it. Undefined if the draft cannot run. */
export async function resultOfDraft(
  draft: Snapshot,
  analysis: Analysis,
  simulator?: () => Promise<PlanSimulator>,
): Promise<ExecutionResult | undefined> {
  const { plan, status } = analysis
  if (status !== 'ready' || !plan) return undefined
  const volume = new DraftVolume(draft.files, await loadBundle(draft.bundle))
  const run = async (called: Plan): Promise<Outcome> => {
    const simulated = await simulatedPlan(called, draft, volume, noListener, simulator)
    return simulated.run()
  }
  if (analysis.chain[0]?.tool_type === 'graph') return resultOfWalk(draft, volume, run)
  return execute(analysis, { run: () => run(plan), now: signingTime })
}

/** The result of walking a graph. Its calls share one volume. */
async function resultOfWalk(
  snapshot: Snapshot,
  volume: DraftVolume,
  run: (plan: Plan) => Promise<Outcome>,
): Promise<ExecutionResult | undefined> {
  const { GraphEngine } = await import('../graph/graph-engine.ts')
  const call = async (plan: Plan): Promise<Outcome> => {
    const outcome = await run(plan)
    if (!isRequest(outcome) && outcome.changes) volume.apply(withoutCaches(outcome.changes))
    return outcome
  }
  const engine: InstanceType<typeof GraphEngine> = new GraphEngine({
    now: () => Date.now(),
    post(message) {
      if (message.kind === 'call') void call(message.plan).then((outcome) => engine.answered(message.call, outcome))
    },
  })
  const answer = await engine.answer({ kind: 'walk', order: { walk: 1, snapshot, steer: { kind: 'go' } } })
  return answer.kind === 'walked' ? answer.result : undefined
}
