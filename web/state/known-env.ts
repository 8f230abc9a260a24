import type { Analysis } from '#core/answer'
import { pointerTo } from '#core/text'
import { readableValue } from '../analysis/readable-value.ts'
import { openEnd } from './open-end.ts'

type Env = Readonly<Record<string, string>>

/**
 * The environment variables that completion suggests: those of the last chain that reached its primitive. Typing often
 * breaks the chain, and a broken chain has only the host's variables. Secrets are fingerprints.
 */
export function knownEnv(former: Env, { env, diagnostics, provenance }: Analysis): Env {
  if (!env) return former
  return openEnd(diagnostics) && Object.keys(former).length > 0 ? former : masked(env, provenance)
}

function masked(env: Env, provenance: Analysis['provenance']): Env {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      readableValue(provenance, pointerTo('/env', name), value, false),
    ]),
  )
}
