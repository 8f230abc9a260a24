import type { Plan } from '#core/answer'
import { isRequest } from '#core/rules'
import { visible } from '#core/text'
import type { ExecutionPlan } from '../plan.ts'
import { pathsOf, programAccess, type ProgramAccess } from '../sandbox/installations.ts'
import type { Directory } from './directory.ts'

/**
 * The access of a plan's program to the machine. Each plan is resolved once, so the user approves exactly the access of
 * the run.
 */
export function accessOf(plan: ExecutionPlan, directory: Directory): ProgramAccess {
  if (isRequest(plan)) return noProgram
  const known = accesses.get(directory) ?? new Map<string, ProgramAccess>()
  accesses.set(directory, known)
  const key = JSON.stringify([plan.command, plan.env, plan.cwd])
  const access = known.get(key) ?? programAccess(plan, directory)
  known.set(key, access)
  return access
}

const noProgram: ProgramAccess = { installation: undefined, notes: [], problem: undefined }

const accesses = new WeakMap<Directory, Map<string, ProgramAccess>>()

/**
 * Lines for the approval of these plans: how their programs were found, and the additional paths that their runs can
 * read.
 */
export function accessLines(plans: readonly Plan[], directory: Directory): readonly string[] {
  const found = plans.map((plan) => accessOf(plan, directory))
  return [
    ...new Set(found.flatMap(({ notes, problem }) => [...notes, ...(problem === undefined ? [] : [problem])])),
    ...pathsOf(found.map(({ installation }) => installation)).map(
      (path) => `The run can read ${visible(path)}, which its program needs.`,
    ),
  ]
}
