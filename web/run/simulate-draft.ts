import { execute, type HttpPlan, type Outcome, type ProcessPlan, type Snapshot } from '#core'
import { finishRun } from './finish-run.ts'
import type { Simulator } from './simulate/simulator.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { signingTime } from '../state/signing.ts'

/** What stands for the primitive in this page, ready to run. */
interface Simulated {
  readonly where: string
  run(): Promise<Outcome>
}

/** Seconds that a simulated process may take, whatever its plan asks for. */
const mostSeconds = 10

let simulator: Simulator | undefined

/** Execute the draft in the page's sandbox and put its result into the simulated lane. */
export async function simulateDraft(playground: Playground): Promise<void> {
  const { session, runs, view } = playground
  const { analysis, snapshot } = session
  const plan = analysis?.plan
  if (!analysis || !plan) return
  view.show('results')
  let stopped = false
  runs.begin('simulated', 'Getting ready…', () => {
    stopped = true
  })
  try {
    const simulated =
      plan.primitive === 'http_client' ? await recordedAnswers(plan, snapshot) : await sandboxed(playground, plan)
    if (stopped) return runs.end('simulated', { kind: 'idle' })
    const result = await execute(analysis, {
      run: () => simulated.run(),
      now: signingTime,
      trace: (event) => runs.trace('simulated', event),
    })
    await finishRun(playground, 'simulated', { result, plan, snapshot, where: simulated.where })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    runs.end('simulated', { kind: 'failed', problem: `The simulation could not be loaded: ${problem}` })
  }
}

/** A request is answered from the recordings that the workspace declares; nothing leaves the page. */
async function recordedAnswers(plan: HttpPlan, { files }: Snapshot): Promise<Simulated> {
  const { answerFromRecordings, readRecordings } = await import('./simulate/recorded-http.ts')
  const run = () => Promise.resolve(answerFromRecordings(plan, readRecordings(files)))
  return { where: 'from the recorded answers', run }
}

/** A process runs in the interpreter that stands for its command. */
async function sandboxed({ session, runs }: Playground, plan: ProcessPlan): Promise<Simulated> {
  const { snapshot, systemFiles } = session
  const [{ createSimulator }, { DraftVolume }] = await Promise.all([
    import('./simulate/simulator.ts'),
    import('../files/volume.ts'),
  ])
  const sandbox = (simulator ??= createSimulator())
  const files = new DraftVolume(snapshot.files, systemFiles).files()
  const interpreter = await sandbox.interpreterFor(plan.command)
  const name = interpreter?.name ?? 'the interpreter'
  return {
    where: interpreter ? `${name} ${interpreter.version} in this page` : '',
    run() {
      runs.doing('simulated', `Starting ${interpreter?.name ?? plan.command}…`)
      const { command, args, env, cwd, input, timeout } = plan
      const timeout_ms = Math.min(timeout ?? mostSeconds, mostSeconds) * 1000
      const handle = sandbox.run(
        { command, args, env, cwd, stdin: input, timeout_ms, files },
        {
          onOutput: (stream, text) => runs.output('simulated', stream, text),
          onProgress: ({ received, total }) =>
            runs.doing('simulated', `Loading ${name}: ${Math.round((100 * received) / Math.max(1, total))} %`),
          onStarted: () => runs.doing('simulated', 'Running…'),
        },
      )
      runs.onStop('simulated', () => handle.stop())
      return handle.result
    },
  }
}
