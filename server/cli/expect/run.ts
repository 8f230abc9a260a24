import type { ResultsOf } from '#core/expect'
import type { ExecutionResult } from '#core/run'
import { visible } from '#core/text'
import { expectationsToRun } from '../../project/expect/expect.ts'
import type { Project } from '../../project/project.ts'
import { openRunSandbox, refusedResult, type PreparedRun } from '../../project/run/prepared-run.ts'
import type { Arguments } from '../command.ts'
import type { Io } from '../io.ts'
import { Interruption } from '../run/interruption.ts'
import { isApproved, limitsOf, ran } from '../run/run-item.ts'

/**
 * Run the items of all expectations with goals about a run, each after the user's approval, as `run` does. The output
 * of the tools goes to standard error. Returns the results by expectation.
 */
export async function runExpectations(project: Project, given: Arguments, io: Io): Promise<ResultsOf> {
  const results = new Map<string, ExecutionResult>()
  const limits = limitsOf(given)
  for (const { path, item_id, parameters } of expectationsToRun(project.directory, given.words)) {
    io.err(`${visible(item_id)} (${visible(project.directory.shown(path))})\n`)
    const prepared = await project.prepareRun({ item_id, parameters: parameters ?? '{}', limits })
    if ('refused' in prepared) results.set(path, await refusedResult(prepared.refused))
    else if (isApproved(prepared, given, io)) {
      const { result, isStopped } = await resultOf(prepared, given, { ...io, out: io.err })
      results.set(path, result)
      if (isStopped) break
    }
  }
  return ({ path }) => ({ real: results.get(path) })
}

/** The result of an approved run, and whether a signal stopped it. */
async function resultOf(prepared: PreparedRun, given: Arguments, io: Io) {
  const sandbox = await openRunSandbox(prepared.limits)
  const interruption = new Interruption()
  try {
    const result: ExecutionResult = await ran(prepared, sandbox, interruption, given, io)
    // After a signal, the program ends with the same signal.
    return { result, isStopped: interruption.exitCode(0) !== 0 }
  } finally {
    interruption.release()
    await sandbox.close()
  }
}
