import { systemsOf, type Snapshot } from '#core/workspace'
import type { SpaceName } from '../files/places.ts'

/** A space or bundle that can be excluded. */
export interface Place {
  /** The name of a space or a system bundle. */
  readonly id: string
  readonly space: SpaceName
  readonly title: string
}

/** The spaces and bundles of a draft that an analysis can exclude. */
export function placesOf(draft: Snapshot): readonly Place[] {
  return [
    { id: 'project', space: 'project', title: 'project space' },
    { id: 'user', space: 'user', title: 'user space' },
    ...systemsOf(draft).map(({ id }) => ({ id, space: 'system' as const, title: `system bundle ${id}` })),
  ]
}
