import type { Analysis } from '#core/answer'
import { openEnd } from './open-end.ts'

type Env = Readonly<Record<string, string>>

/**
 * The variables that can be offered while somebody types: those of the last chain that reached its primitive. What is typed
 * breaks the chain for a moment, and such a chain has the variables of the host alone.
 */
export function knownEnv(former: Env, { env, diagnostics }: Analysis): Env {
  if (!env) return former
  return openEnd(diagnostics) && Object.keys(former).length > 0 ? former : env
}
