import type { Diagnostic, DiagnosticCode } from './facts.ts'

export type Severity = 'error' | 'warning' | 'hint'

/** The severity of each code without dev mode, which lowers integrity errors (R10.4): see `severityOf`. */
export const severity = {
  'file-unreadable': 'error',
  'metadata-syntax': 'error',
  'metadata-not-literal': 'warning',
  'version-not-text': 'hint',
  'metadata-lower-case': 'hint',
  'metadata-key-unknown': 'hint',
  'metadata-value-unknown': 'hint',
  'metadata-not-read': 'hint',
  'yaml-duplicate-key': 'warning',
  'yaml-limit': 'error',
  'later-generation': 'error',
  'project-differs': 'error',
  'item-id-invalid': 'error',
  'executor-id-invalid': 'error',
  'item-not-found': 'error',
  'executor-not-found': 'error',
  'id-alike': 'warning',
  'extension-ambiguous': 'warning',
  'chain-cycle': 'error',
  'chain-too-deep': 'error',
  'chain-not-primitive': 'error',
  'space-incompatible': 'error',
  'system-to-mutable': 'error',
  'io-missing-input': 'error',
  'version-too-low': 'error',
  'version-too-high': 'error',
  'version-missing': 'warning',
  'version-unreadable': 'warning',
  'item-is-runtime': 'hint',
  'item-id-missing': 'error',
  'space-unknown': 'error',
  'primitive-with-executor': 'warning',
  'runtime-without-executor': 'warning',
  'version-undeclared': 'hint',
  'category-undeclared': 'hint',
  'category-mismatch': 'warning',
  'metadata-wrong-type': 'error',
  'parameter-invalid': 'error',
  'parameters-unreadable': 'error',
  'schema-invalid': 'warning',
  'schema-limit': 'error',
  'interpreter-type-unknown': 'warning',
  'interpreter-fallback': 'hint',
  'interpreter-fallback-missing': 'warning',
  'interpreter-not-found': 'warning',
  'program-not-asked': 'hint',
  'dotenv-unreadable': 'warning',
  'dotenv-link-outside': 'warning',
  'dotenv-export': 'hint',
  'dotenv-quoted': 'warning',
  'dotenv-line-odd': 'hint',
  'variable-form': 'warning',
  'env-variable-unknown': 'hint',
  'anchor-inactive': 'hint',
  'anchor-placeholder-unknown': 'warning',
  'dependency-symlink-escape': 'error',
  'dependency-limit': 'error',
  'config-path-invalid': 'error',
  'config-unreadable': 'error',
  'config-not-found': 'hint',
  'config-resolves-nothing': 'warning',
  'config-stays-with-runtime': 'hint',
  'config-wrong-type': 'error',
  'template-unknown-name': 'warning',
  'template-unstable': 'warning',
  'template-quoted': 'warning',
  'template-unquoted': 'hint',
  'template-injected': 'warning',
  'template-limit': 'error',
  'argument-not-text': 'warning',
  'parameters-not-json': 'error',
  'parameter-is-setting': 'warning',
  'parameter-left-out': 'warning',
  'plan-unrelated': 'warning',
  'package-missing': 'warning',
  'program-cannot-run': 'warning',
  'typescript-on-node': 'hint',
  'timeout-none': 'hint',
  'plan-incomplete': 'error',
  'signature-missing': 'error',
  'signature-malformed': 'error',
  'signature-modified': 'error',
  'signature-untrusted': 'error',
  'signature-bad': 'error',
  'signature-no-format': 'error',
  'key-rejected': 'warning',
  'lockfile-unreadable': 'error',
  'lockfile-root-drift': 'error',
  'lockfile-element-drift': 'error',
  'lockfile-chain-differs': 'error',
  'lockfile-chain-broken': 'error',
  'work-limit': 'error',
  'findings-limit': 'warning',
  'check-limit': 'error',
  'expectation-failed': 'error',
  'expectation-invalid': 'error',
  'graph-malformed': 'error',
  'graph-incomplete': 'error',
  'graph-node-unknown': 'error',
  'graph-policy-unknown': 'error',
  'graph-node-incomplete': 'error',
  'graph-foreach-async': 'error',
  'graph-node-unreachable': 'warning',
  'graph-key-unassigned': 'warning',
  'graph-key-unread': 'hint',
  'graph-condition-unreadable': 'warning',
  'graph-pipe-unknown': 'warning',
  'graph-may-end': 'hint',
  'graph-field-unused': 'hint',
  'graph-action-forbidden': 'warning',
  'graph-action-broken': 'warning',
  'graph-parameter-wrong': 'warning',
  'graph-calls-itself': 'warning',
  'graph-walk-differs': 'error',
  'graph-pin-unused': 'warning',
  'engine-fault': 'error',
} as const satisfies Record<DiagnosticCode, Severity>

const integrityCodes: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'signature-missing',
  'signature-malformed',
  'signature-modified',
  'signature-untrusted',
  'signature-bad',
  'dependency-symlink-escape',
])

/** Errors of a single file that do not block a run. Findings about their consequences do. */
const notBlocking: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'file-unreadable',
  'metadata-syntax',
  'yaml-limit',
])

/** Whether a finding blocks the run. */
export function blocksRun(diagnostic: Diagnostic, devMode: boolean): boolean {
  return severityOf(diagnostic, devMode) === 'error' && !notBlocking.has(diagnostic.code)
}

const changing: ReadonlySet<string> = new Set<DiagnosticCode>(['program-not-asked', 'dotenv-unreadable'])

/** Whether a finding changes the effect of a run, but does not block the run. The page shows such a finding before the run. */
export function changesRun(code: string): boolean {
  return changing.has(code)
}

/**
 * The severity with or without dev mode (R10.4). A `findings-limit` has the highest severity of the omitted findings.
 * In dev mode, integrity errors are warnings, and a missing signature is only a hint, because drafts are rarely signed.
 */
export function severityOf(diagnostic: Diagnostic, devMode: boolean): Severity {
  if (diagnostic.code === 'findings-limit') return diagnostic.worst
  if (!devMode || !integrityCodes.has(diagnostic.code)) return severity[diagnostic.code]
  return diagnostic.code === 'signature-missing' ? 'hint' : 'warning'
}
