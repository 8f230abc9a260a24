import type { Simulator } from './simulate/simulator.ts'
import type { Playground } from './playground.svelte.ts'

let simulator: Simulator | undefined

/** Run the draft's plan in the page's sandbox and put the outcome into the simulated lane. */
export async function simulateDraft(playground: Playground): Promise<void> {
  const { session, runs, view } = playground
  const plan = session.analysis?.plan
  if (!plan) return
  view.show('results')
  let stopped = false
  runs.begin('simulated', 'Getting ready…', () => {
    stopped = true
  })
  try {
    if (plan.primitive === 'http_client') return await simulateRequest(playground)
    const [{ createSimulator }, { DraftVolume }] = await Promise.all([
      import('./simulate/simulator.ts'),
      import('./files/volume.ts'),
    ])
    simulator ??= createSimulator()
    const { snapshot, systemFiles } = session
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
    runs.end('simulated', { kind: 'done', outcome, digest: plan.digest, where })
    if (!outcome.changes || outcome.changes.length === 0) return
    volume.apply(outcome.changes)
    const changes = volume.changesAgainst(snapshot.files)
    if (changes.length === 0) return
    const label = `Keep ${changes.length} ${changes.length === 1 ? 'file' : 'files'} that the tool wrote`
    view.say({
      text: `The tool changed ${changes.length} ${changes.length === 1 ? 'file' : 'files'} in its own copy of the draft.`,
      tone: 'calm',
      action: { title: 'Keep', run: () => session.change(changes, label) },
    })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    runs.end('simulated', { kind: 'failed', problem: `The simulation could not be loaded: ${problem}` })
  }
}

/** A request is answered from the recordings that the workspace declares; nothing leaves the page. */
async function simulateRequest(playground: Playground): Promise<void> {
  const { session, runs } = playground
  const plan = session.analysis?.plan
  if (plan?.primitive !== 'http_client') return
  const { answerRecorded, readRecordings } = await import('./files/recordings.ts')
  const outcome = answerRecorded(plan, readRecordings(session.snapshot.files))
  runs.end('simulated', { kind: 'done', outcome, digest: plan.digest, where: 'from the recorded answers' })
}
