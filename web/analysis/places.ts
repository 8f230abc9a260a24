import { analyze, candidateTables, type CandidateTable } from '#core/answer'
import type { Asked } from './integrity.ts'

/** The places where each element of the chain was searched for; requested separately from the analysis. */
export function placesOf({ workspace, item_id, parameters }: Asked): readonly CandidateTable[] {
  return candidateTables(workspace, analyze(workspace, { item_id, parameters }))
}
