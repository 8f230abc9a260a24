import type { Snapshot } from '#core/workspace'
import { changesBetween } from '../analysis/client.ts'
import type { EarlierState, LastChange } from '../analysis/impact.ts'
import type { Answer, Query } from '../analysis/messages.ts'
import type { HistoryStep, Steps } from './steps.ts'

/**
 * The states before `now`, the newest first. All of them have the item of `now`: with its parameters of that time, or
 * with later parameters while another item was chosen.
 */
function statesBefore(now: Snapshot, steps: readonly HistoryStep[]): readonly EarlierState[] {
  let next = now
  return steps.toReversed().map(({ snapshot: { files, ...own } }) => {
    const parameters = own.item_id === now.item_id ? own.parameters : next.parameters
    const head = { ...own, item_id: now.item_id, parameters }
    const changes = changesBetween(next.files, files)
    next = { ...head, files }
    return { head, changes }
  })
}

/** The number of states in one question, so that the page and its engine stay responsive. */
const searchTogether = 20

/**
 * The last change of a value; `index` counts the states since the change. Undefined if no state changed it;
 * `unanswered` if the engine fails.
 */
export async function lastChange(
  { list, at }: Steps,
  pointer: string | undefined,
  query: (query: Query) => Promise<Answer | undefined>,
): Promise<LastChange | 'unanswered' | undefined> {
  let now = list[at]?.snapshot
  for (let from = at; now && from > 0; from -= searchTogether) {
    const earlier = statesBefore(now, list.slice(Math.max(0, from - searchTogether), from))
    const answer = await query({ kind: 'last-change', pointer, now, earlier })
    if (answer?.kind !== 'last-change') return 'unanswered'
    if (answer.found) return { ...answer.found, index: answer.found.index + at - from }
    const files = list[from - searchTogether]?.snapshot.files
    const head = earlier.at(-1)?.head
    now = head && files && { ...head, files }
  }
  return undefined
}
