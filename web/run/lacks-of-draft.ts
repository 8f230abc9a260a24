import type { Plan } from '#core/answer'
import { isRequest } from '#core/rules'
import { lacksOf, shownDifferences } from '#core/simulation'
import type { Lack } from '#core/simulation'
import type { Snapshot } from '#core/workspace'
import { bytesOf } from '../files/content.ts'

declare const __NODE_VERSION__: string

/** The features that a plan's simulation lacks, based on the draft's files. */
export function lacksOfDraft(
  plan: Plan,
  files: Snapshot['files'],
  systemFiles: ReadonlyMap<string, string>,
): readonly Lack[] {
  if (isRequest(plan)) return []
  return lacksOf({ ...plan, nodeVersion: __NODE_VERSION__ }, (path) => {
    const content = (Object.hasOwn(files, path) ? files[path] : undefined) ?? systemFiles.get(path)
    return content === undefined ? undefined : bytesOf(content)
  })
}

/**
 * The known differences between a simulated output and a real output, found in the simulated text; none for a request.
 */
export function shownByDraft(plan: Plan, output: string): readonly string[] {
  return isRequest(plan) ? [] : shownDifferences(plan.command, output)
}
