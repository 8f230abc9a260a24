import { analyze, candidateTables, type CandidateTable } from '#core/answer'
import type { Asked } from './integrity.ts'

/** Where each element of the chain was looked for, asked for beside the analysis. */
export function placesOf({ workspace, item_id, parameters }: Asked): readonly CandidateTable[] {
  return candidateTables(workspace, analyze(workspace, { item_id, parameters }))
}
