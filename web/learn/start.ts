import type { Snapshot } from '#core/workspace'
import type { Steps } from '../state/steps.ts'

/** What the history calls the state that a teacher lets the lesson begin with. */
export const beginLabel = 'The lesson begins here'

/** The draft that its lesson begins with: the state that its teacher chose, else the first that has a lesson, as it came or was begun. */
export function startOf({ list, at }: Steps): Snapshot | undefined {
  const past = list.slice(0, at + 1)
  const chosen = past.findLast(({ label }) => label === beginLabel)
  return (chosen ?? past.find(({ snapshot }) => snapshot.lesson !== undefined))?.snapshot
}
