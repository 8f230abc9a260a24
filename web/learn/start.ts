import type { Snapshot } from '#core/workspace'
import type { Steps } from '../state/steps.ts'

/** The label in the history of the state that a teacher chose as the start of the lesson. */
export const beginLabel = 'Start of the lesson'

/** The draft at the start of its lesson: the state chosen by the teacher, or else the first with a lesson. */
export function startOf({ list, at }: Steps): Snapshot | undefined {
  const past = list.slice(0, at + 1)
  const chosen = past.findLast(({ label }) => label === beginLabel)
  return (chosen ?? past.find(({ snapshot }) => snapshot.lesson !== undefined))?.snapshot
}
