import type { ProcessPlan } from '#core/answer'
import { placesOfProgram } from '#core/plan'
import type { Outcome } from '#core/run'
import { nameOf } from '#core/text'
import { ordinaryWorld, type Snapshot } from '#core/workspace'

/**
 * The paths at which the draft's machine lacks the program of a plan; undefined if the machine has it. A world lists
 * interpreters and similar programs but not every program, so only programs of the default machine can be missing.
 */
export function placesLacking(plan: ProcessPlan, { files, world }: Pick<Snapshot, 'files' | 'world'>) {
  const name = nameOf(plan.command)
  if (!ordinaryWorld.files.some((path) => nameOf(path) === name)) return undefined
  const known = world?.files ?? ordinaryWorld.files
  const places = placesOfProgram(plan.command, plan.env['PATH'] ?? '', {
    environ: plan.env,
    path_separator: world?.path_separator ?? ':',
  })
  return places.some((path) => known.includes(path) || Object.hasOwn(files, path)) ? undefined : places
}

/** R15.1: a missing program exits with code 127 and a message. */
export function missingProgram({ primitive, command }: ProcessPlan, places: readonly string[]): Outcome {
  const looked =
    places.length === 0 ? 'neither the command nor PATH contains an absolute path' : `not in ${places.join(', ')}`
  const said = `${command}: program not found on this draft’s machine: ${looked}\n`
  return {
    primitive,
    ending: { kind: 'exited', return_code: 127 },
    stdout: { text: '', bytes: 0, omitted_bytes: 0 },
    stderr: { text: said, bytes: new TextEncoder().encode(said).length, omitted_bytes: 0 },
    duration_ms: 0,
  }
}
