import type { Space } from '../../rules/space.ts'
import type { Sourced } from '../template/sourced.ts'

/** The part of an element that the environment needs: its identity, and its `env_config`, if set. */
export interface EnvContributor {
  readonly item_id: string
  readonly space: Space
  /** Whether other chains contain the same object. */
  readonly shared: boolean
  readonly env_config: Sourced | undefined
}
