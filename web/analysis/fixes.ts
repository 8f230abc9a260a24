import { explainFixes, type Fix } from '#core/answer'
import type { Asked } from './integrity.ts'

/** Changes that fix a finding of the last analysis. The engine verifies each fix first, unless the fix needs a key. */
export function fixesOf({ workspace, item_id, parameters }: Asked): readonly Fix[] {
  return explainFixes(workspace, { item_id, parameters })
}
