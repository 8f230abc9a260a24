import type { ProcessPlan } from '#core/answer'
import { placesOfProgram } from '#core/plan'
import type { Outcome } from '#core/run'
import { nameOf } from '#core/text'
import { ordinaryWorld, type Snapshot } from '#core/workspace'

/**
 * Where the machine of a draft was looked at in vain for the program of a plan; undefined where it has it. A world tells of interpreters
 * and the like, not of every program: only what an ordinary machine is known to have can be lacking.
 */
export function placesLacking(plan: ProcessPlan, { files, world }: Pick<Snapshot, 'files' | 'world'>) {
  const name = nameOf(plan.command)
  if (!ordinaryWorld.files.some((path) => nameOf(path) === name)) return undefined
  const known = world?.files ?? ordinaryWorld.files
  const places = placesOfProgram(plan.command, plan.env['PATH'] ?? '')
  return places.some((path) => known.includes(path) || Object.hasOwn(files, path)) ? undefined : places
}

/** R15.1: a missing program is return code 127, and says so. */
export function missingProgram({ primitive, command }: ProcessPlan, places: readonly string[]): Outcome {
  const looked = places.length === 0 ? 'its PATH has no folder' : `it has none of ${places.join(', ')}`
  const said = `${command}: no such program on the machine of this draft: ${looked}\n`
  return {
    primitive,
    ending: { kind: 'exited', return_code: 127 },
    stdout: { text: '', bytes: 0, omitted_bytes: 0 },
    stderr: { text: said, bytes: new TextEncoder().encode(said).length, omitted_bytes: 0 },
    duration_ms: 0,
  }
}
