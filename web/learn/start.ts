import type { Snapshot } from '#core/workspace'
import type { Steps } from '../state/steps.ts'

/**
 * The history label of the state that a teacher chose as the lesson's start. Stored drafts contain it; never change it.
 */
export const beginLabel = 'The lesson begins here'

/**
 * The draft at the start of its lesson: the state that the teacher chose, or otherwise the first state with a lesson.
 * Undefined if no state has one.
 */
export function startOf({ list, at }: Steps): Snapshot | undefined {
  const past = list.slice(0, at + 1)
  const chosen = past.findLast(({ label }) => label === beginLabel)
  return (chosen ?? past.find(({ snapshot }) => snapshot.lesson !== undefined))?.snapshot
}
