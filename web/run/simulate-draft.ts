import type { Plan, Snapshot } from '#core'
import { finishRun } from './finish-run.ts'
import type { Simulator } from './simulate/simulator.ts'
import type { Playground } from '../state/playground.svelte.ts'

let simulator: Simulator | undefined

/** Run the draft's plan in the page's sandbox and put the outcome into the simulated lane. */
export async function simulateDraft(playground: Playground): Promise<void> {
  const { session, runs, view } = playground
  const plan = session.analysis?.plan
  if (!plan) return
  const { snapshot, systemFiles } = session
  view.show('results')
  let stopped = false
  runs.begin('simulated', 'Getting ready…', () => {
    stopped = true
  })
  try {
    if (plan.primitive === 'http_client') return await simulateRequest(playground, plan, snapshot)
    const [{ createSimulator }, { DraftVolume }] = await Promise.all([
      import('./simulate/simulator.ts'),
      import('../files/volume.ts'),
    ])
    simulator ??= createSimulator()
    const volume = new DraftVolume(snapshot.files, systemFiles)
    const interpreter = await simulator.interpreterFor(plan.command)
    const where = interpreter ? `${interpreter.name} ${interpreter.version} in this page` : ''
    if (stopped) return runs.end('simulated', { kind: 'idle' })
    const handle = simulator.run(
      {
        command: plan.command,
        args: plan.args,
        env: plan.env,
        cwd: plan.cwd,
        stdin: plan.input,
        timeout_ms: Math.min(plan.timeout ?? 10, 10) * 1000,
        files: volume.files(),
      },
      {
        onOutput: (stream, text) => runs.output('simulated', stream, text),
        onProgress: ({ received, total }) =>
          runs.doing(
            'simulated',
            `Loading ${interpreter?.name ?? 'the interpreter'}: ${Math.round((100 * received) / Math.max(1, total))} %`,
          ),
        onStarted: () => runs.doing('simulated', 'Running…'),
      },
    )
    runs.begin('simulated', `Starting ${interpreter?.name ?? plan.command}…`, () => handle.stop())
    const outcome = await handle.result
    await finishRun(playground, 'simulated', { outcome, plan, snapshot, where })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    runs.end('simulated', { kind: 'failed', problem: `The simulation could not be loaded: ${problem}` })
  }
}

/** A request is answered from the recordings that the workspace declares; nothing leaves the page. */
async function simulateRequest(
  playground: Playground,
  plan: Extract<Plan, { readonly primitive: 'http_client' }>,
  snapshot: Snapshot,
): Promise<void> {
  const { answerFromRecordings, readRecordings } = await import('./simulate/recorded-http.ts')
  const outcome = answerFromRecordings(plan, readRecordings(snapshot.files))
  await finishRun(playground, 'simulated', { outcome, plan, snapshot, where: 'from the recorded answers' })
}
