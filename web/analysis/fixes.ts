import { explainFixes, type Fix } from '#core/answer'
import type { Asked } from './integrity.ts'

/** Changes that would end a finding of what was asked, each tried by the engine before it is offered. */
export function fixesOf({ workspace, item_id, parameters }: Asked): readonly Fix[] {
  return explainFixes(workspace, { item_id, parameters })
}
