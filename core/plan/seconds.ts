import type { Diagnostic } from '../diagnostics/facts.ts'
import { PyFloat } from '../read/value/value.ts'
import { bare, type Sourced } from './template/sourced.ts'

/** R15.1, R15.2: the timeout in seconds of a plan whose configuration has none. */
const defaultTimeouts = { process: 300, request: 30 } as const

/**
 * R9.10: the timeout of a plan in seconds, the default without a setting; null for no timeout; `wrong` for an invalid
 * one.
 */
export function timeoutOf(kind: keyof typeof defaultTimeouts, node: Sourced | undefined): number | null | 'wrong' {
  if (node === undefined) return defaultTimeouts[kind]
  const value = bare(node)
  if (value === null) return null
  const given = value instanceof PyFloat ? value.value : typeof value === 'bigint' ? Number(value) : value
  if (typeof given !== 'number' || !Number.isFinite(given) || given < 0) return 'wrong'
  return given === 0 ? null : given
}

/** The problem text of an invalid timeout. */
export const wrongTimeout = 'the timeout must be a finite positive number of seconds, or 0 or null for no timeout'

/** R9.10: the finding that the host's limit applies, for a plan without a timeout. */
export function noTimeout(timeout: number | null, node: Sourced | undefined): readonly Diagnostic[] {
  return timeout === null ? [{ code: 'timeout-none', at: node?.at ?? null }] : []
}
