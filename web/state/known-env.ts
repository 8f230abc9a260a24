import type { Analysis } from '#core/answer'
import { openEnd } from './open-end.ts'

type Env = Readonly<Record<string, string>>

/**
 * The environment variables that completion suggests: those of the last chain that reached its primitive. Typing often
 * breaks the chain, and a broken chain has only the variables of the host.
 */
export function knownEnv(former: Env, { env, diagnostics }: Analysis): Env {
  if (!env) return former
  return openEnd(diagnostics) && Object.keys(former).length > 0 ? former : env
}
