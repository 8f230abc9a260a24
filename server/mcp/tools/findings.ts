import type { DiagnosticEntry } from '#core'
import type { Facts } from '../fence.ts'

/** A finding as an agent reads it: which, what, where, what to do. */
export function findingFacts({ severity, code, message, hint, at }: DiagnosticEntry): Facts {
  return {
    severity,
    code,
    message,
    ...(at === null ? {} : { at: `${at.path}:${at.from.line}:${at.from.column}` }),
    ...(hint === '' ? {} : { hint }),
  }
}

/** Findings, worst first. */
export function worstFirst(entries: readonly DiagnosticEntry[]): readonly DiagnosticEntry[] {
  const order = ['error', 'warning', 'hint']
  return [...entries].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}
