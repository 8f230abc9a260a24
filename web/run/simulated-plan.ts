import type { HttpPlan, Plan, ProcessPlan } from '#core/answer'
import { isRequest } from '#core/rules'
import type { Outcome } from '#core/run'
import type { Snapshot } from '#core/workspace'
import type { DraftVolume } from '../files/volume.ts'
import { missingProgram, placesLacking } from './lacking.ts'
import type { Simulator } from '../simulate/simulator.ts'

/** What stands for the primitive in this page, ready to run. */
export interface Simulated {
  readonly where: string
  run(): Promise<Outcome>
}

/** Who is told what a simulated run does. */
export interface SimulatedListener {
  doing(text: string): void
  output(stream: 'stdout' | 'stderr', text: string): void
  onStop(stop: () => void): void
}

let simulator: Simulator | undefined

/** Get ready to run a plan of a draft in this page, on the files of a volume. A program that the draft's machine lacks is missing here too. */
export async function simulatedPlan(
  plan: Plan,
  draft: Pick<Snapshot, 'files' | 'world'>,
  volume: DraftVolume,
  listener: SimulatedListener,
): Promise<Simulated> {
  if (isRequest(plan)) return recordedAnswers(plan, draft.files)
  const lacking = placesLacking(plan, draft)
  if (!lacking) return sandboxed(plan, volume, listener)
  return { where: 'on the machine of this draft', run: () => Promise.resolve(missingProgram(plan, lacking)) }
}

/** A request is answered from the recordings that the workspace declares; nothing leaves the page. */
async function recordedAnswers(plan: HttpPlan, files: Snapshot['files']): Promise<Simulated> {
  const { answerFromRecordings, readRecordings } = await import('../simulate/recorded-http.ts')
  const run = () => Promise.resolve(answerFromRecordings(plan, readRecordings(files)))
  return { where: 'from the recorded answers', run }
}

/** A process runs in the interpreter that stands for its command. */
async function sandboxed(plan: ProcessPlan, volume: DraftVolume, listener: SimulatedListener): Promise<Simulated> {
  const { createSimulator } = await import('../simulate/simulator.ts')
  const sandbox = (simulator ??= createSimulator())
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
            listener.doing(`Loading ${name}: ${Math.round((100 * received) / Math.max(1, total))} %`),
          onStarted: () => listener.doing('Running…'),
        },
      )
      listener.onStop(() => handle.stop())
      return handle.result
    },
  }
}
