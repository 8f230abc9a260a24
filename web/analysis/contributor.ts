import type { ProvenanceEntry } from '#core'

/** Who set a value, in words. */
export function contributorText(by: ProvenanceEntry['by']): string {
  switch (by.kind) {
    case 'element':
      return by.item_id
    case 'interpreter':
      return `interpreter search of ${by.item_id}`
    case 'anchor':
      return `anchor of ${by.item_id}`
    case 'config':
      return `tool config ${by.path}`
    case 'dotenv':
      return 'the project’s .env'
    case 'host':
      return 'the host’s environment'
    case 'caller':
      return 'the caller’s parameters'
    case 'schema-default':
      return 'a default of the config schema'
    case 'context':
      return `the execution context (${by.name})`
    case 'default':
      return 'a default of the engine'
  }
}

/** The space a contributor speaks for, if it lies in one. */
export function contributorSpace(by: ProvenanceEntry['by']): string | undefined {
  if ('space' in by) return by.space
  return by.kind === 'dotenv' ? 'project' : undefined
}

/** Why a value lost, in words. */
export const lostBecause = {
  overridden: 'overridden by a later element',
  shadowed: 'shadowed by a space of higher precedence',
  'name-collides': 'dropped: its name is one of the primitive’s own',
} as const
