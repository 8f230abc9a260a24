import type { HttpPlan, Plan, ProcessPlan } from '#core/answer'
import { isRequest } from '#core/rules'
import type { Outcome } from '#core/run'
import type { Snapshot } from '#core/workspace'
import type { DraftVolume } from '../files/volume.ts'
import { missingProgram, placesLacking } from './lacking.ts'
import type { Simulator } from '../simulate/simulator.ts'

/** A plan that is ready to run in this page. */
export interface Simulated {
  readonly where: string
  run(): Promise<Outcome>
}

/** Receives the progress and output of a simulated run. */
export interface SimulatedListener {
  doing(text: string): void
  output(stream: 'stdout' | 'stderr', text: string): void
  onStop(stop: () => void): void
}

/** The functions of a simulator that a plan needs. */
export type PlanSimulator = Pick<Simulator, 'interpreterFor' | 'run'>

let simulator: Simulator | undefined

/** The simulator of this page, which loads on first use. */
async function pageSimulator(): Promise<Simulator> {
  const { createSimulator } = await import('../simulate/simulator.ts')
  return (simulator ??= createSimulator())
}

/**
 * Prepare a plan to run in this page with the files of a volume. A program that the draft's machine lacks is also
 * missing here.
 */
export async function simulatedPlan(
  plan: Plan,
  draft: Pick<Snapshot, 'files' | 'world'>,
  volume: DraftVolume,
  listener: SimulatedListener,
  open: () => Promise<PlanSimulator> = pageSimulator,
): Promise<Simulated> {
  if (isRequest(plan)) return recordedAnswers(plan, draft.files)
  const lacking = placesLacking(plan, draft)
  if (!lacking) return sandboxed(plan, volume, listener, await open())
  return { where: 'on this draft’s machine', run: () => Promise.resolve(missingProgram(plan, lacking)) }
}

/** Answer a request with a recording from the workspace, without network access. */
async function recordedAnswers(plan: HttpPlan, files: Snapshot['files']): Promise<Simulated> {
  const { answerFromRecordings, readRecordings } = await import('../simulate/recorded-http.ts')
  const run = () => Promise.resolve(answerFromRecordings(plan, readRecordings(files)))
  return { where: 'from the recorded answers', run }
}

/** Run a process in the simulated interpreter of its command. */
async function sandboxed(
  plan: ProcessPlan,
  volume: DraftVolume,
  listener: SimulatedListener,
  sandbox: PlanSimulator,
): Promise<Simulated> {
  const files = volume.files()
  const interpreter = await sandbox.interpreterFor(plan.command)
  const name = interpreter?.name ?? 'the interpreter'
  return {
    where: interpreter ? `${name} ${interpreter.version} in this page` : '',
    run() {
      listener.doing(`Starting ${interpreter?.name ?? plan.command}…`)
      const { command, args, env, cwd, input, timeout } = plan
      const timeout_ms = (timeout ?? Infinity) * 1000
      const handle = sandbox.run(
        { command, args, env, cwd, stdin: input, timeout_ms, files },
        {
          onOutput: (stream, text) => listener.output(stream, text),
          onProgress: ({ received, total }) =>
            listener.doing(`Loading ${name}: ${Math.round((100 * received) / Math.max(1, total))}%`),
          onStarted: () => listener.doing('Running…'),
        },
      )
      listener.onStop(() => handle.stop())
      return handle.result
    },
  }
}
