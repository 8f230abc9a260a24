import type { DiagnosticEntry } from '#core/answer'

const codes: ReadonlySet<string> = new Set([
  'executor-not-found',
  'item-not-found',
  'chain-cycle',
  'chain-too-deep',
  'chain-not-primitive',
  'executor-id-invalid',
  'item-id-invalid',
  'later-generation',
])

/** The diagnostic that ends a chain before its primitive, if there is one. */
export function openEnd(diagnostics: readonly DiagnosticEntry[]): DiagnosticEntry | undefined {
  return diagnostics.find(({ code }) => codes.has(code))
}
