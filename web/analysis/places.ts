import { analyze, candidateTables, type CandidateTable } from '#core/answer'
import type { Asked } from './integrity.ts'

/** The candidate paths of each chain element. The page requests them separately from the analysis. */
export function placesOf({ workspace, item_id, parameters }: Asked): readonly CandidateTable[] {
  return candidateTables(workspace, analyze(workspace, { item_id, parameters }))
}
