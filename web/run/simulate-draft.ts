import { execute } from '#core/run'
import { finishRun } from './finish-run.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { signingTime } from '../state/signing.ts'
import { simulatedPlan } from './simulated-plan.ts'

/** Execute the draft in the page's sandbox and show its result in the simulated lane. */
export async function simulateDraft(playground: Playground): Promise<void> {
  const { session, runs, view } = playground
  if (session.isGraph) return (await import('./simulate-graph.ts')).simulateGraph(playground)
  const { analysis, snapshot } = session
  const plan = analysis?.plan
  if (!analysis || !plan) return
  view.show('results')
  let stopped = false
  runs.begin('simulated', 'Preparing…', () => {
    stopped = true
  })
  try {
    const { DraftVolume } = await import('../files/volume.ts')
    // The page can simulate a restored chain before the system files are loaded.
    if (session.systemFiles.size === 0) await playground.engine.readBundle(snapshot)
    const simulated = await simulatedPlan(plan, snapshot, new DraftVolume(snapshot.files, session.systemFiles), {
      doing: (text) => runs.doing('simulated', text),
      output: (stream, text) => runs.output('simulated', stream, text),
      onStop: (stop) => runs.onStop('simulated', stop),
    })
    if (stopped) return runs.end('simulated', { kind: 'idle' })
    const result = await execute(analysis, {
      run: () => simulated.run(),
      now: signingTime,
      trace: (event) => runs.trace('simulated', event),
    })
    await finishRun(playground, 'simulated', { result, plan, snapshot, where: simulated.where })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    runs.end('simulated', { kind: 'failed', problem: `The simulation failed: ${problem}` })
  }
}
