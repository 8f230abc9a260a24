import type { ProvenanceEntry } from '#core/answer'

/** The space of a contributor; undefined if it has none. */
export function contributorSpace(by: ProvenanceEntry['by']): string | undefined {
  if ('space' in by) return by.space
  return by.kind === 'dotenv' ? 'project' : undefined
}

/** The reasons for overriding a value, as text. */
export const lostBecause = {
  overridden: 'overridden by a later element',
  shadowed: 'shadowed by a space of higher precedence',
  'name-collides': 'dropped: reserved by the primitive',
} as const
