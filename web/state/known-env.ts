import type { Analysis } from '#core/answer'
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
  const shown = ([name, value]: readonly [string, string]): readonly [string, string] => {
    const origin = provenance[`/env/${name}`]
    return [name, origin?.secret && typeof origin.value === 'string' ? origin.value : value]
  }
  return Object.fromEntries(Object.entries(env).map(shown))
}
