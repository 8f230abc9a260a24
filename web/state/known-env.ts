import type { Analysis } from '#core/answer'
import { openEnd } from './open-end.ts'

type Env = Readonly<Record<string, string>>

/**
 * The variables that completion offers: the variables of the last chain that reached its primitive. Typing breaks the chain for a moment,
 * and a broken chain has only the variables of the host.
 */
export function knownEnv(former: Env, { env, diagnostics }: Analysis): Env {
  if (!env) return former
  return openEnd(diagnostics) && Object.keys(former).length > 0 ? former : env
}
