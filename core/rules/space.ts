/** The space of a file. System files have the ID of their bundle, except in dialects with a single system space. */
export type Space = 'project' | 'user' | 'system' | `system:${string}`

/** The spaces, lowest precedence first. A space can depend only on itself and earlier spaces (R4.1). */
const byPrecedence = ['system', 'user', 'project'] as const

/** Whether a space is the system space. `system:<bundle>` counts as `system` (R4.1). */
export function isSystem(space: string): boolean {
  return space === 'system' || space.startsWith('system:')
}

/** Whether a label names one of the three spaces (R4.5). */
export function isSpace(label: string): label is Space {
  return label === 'project' || label === 'user' || isSystem(label)
}

function rank(space: string): number {
  return byPrecedence.findIndex((known) => known === (isSystem(space) ? 'system' : space))
}

/**
 * R4.1: whether the child's space has the same precedence as the parent's space, or a higher one. An
 * unknown label has the lowest precedence.
 */
export function mayDependOn(child: string, parent: string): boolean {
  return rank(child) >= rank(parent)
}

/** Whether a file in `space` overrides a file with the same ID in `other` (R1.1). */
export function comesBefore(space: Space, other: Space): boolean {
  return rank(space) > rank(other)
}
