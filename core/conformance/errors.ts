import { blocksRun, type Diagnostic, type DiagnosticCode } from '#core/diagnostics'
import type { Json } from './json.ts'

const kinds: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  'item-not-found': 'ToolNotFound',
  'executor-not-found': 'ExecutorNotFound',
  'chain-cycle': 'CircularDependency',
  'chain-too-deep': 'ChainTooDeep',
  'item-id-invalid': 'InvalidItemId',
  'chain-not-primitive': 'UnknownPrimitive',
  'space-incompatible': 'ChainValidationFailed',
  'system-to-mutable': 'ChainValidationFailed',
  'io-missing-input': 'ChainValidationFailed',
  'version-too-low': 'ChainValidationFailed',
  'version-too-high': 'ChainValidationFailed',
  'config-path-invalid': 'InvalidConfigPath',
  'config-unreadable': 'YamlError',
  'signature-no-format': 'NoSignatureFormat',
  'lockfile-unreadable': 'LockfileError',
  'lockfile-root-drift': 'LockfileError',
  'lockfile-element-drift': 'LockfileError',
  'lockfile-chain-differs': 'LockfileError',
  'lockfile-chain-broken': 'LockfileError',
}

const reasons: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  'signature-missing': 'unsigned',
  'signature-malformed': 'malformed',
  'signature-modified': 'modified',
  'signature-untrusted': 'untrusted-key',
  'signature-bad': 'bad-signature',
  'dependency-symlink-escape': 'symlink-escape',
}

/** A finding as an error of the corpus, with the name that the corpus uses. */
export function errorOf(finding: Diagnostic): Json {
  const reason = reasons[finding.code]
  if (reason) return { error: 'IntegrityError', reason }
  if (finding.code === 'executor-id-invalid') {
    return {
      error: finding.because === 'not-text' || finding.because === 'empty' ? 'InvalidExecutorId' : 'InvalidItemId',
    }
  }
  return { error: kinds[finding.code] ?? 'Failure' }
}

/** The first finding that blocks the run, under the corpus's name; undefined if there is none. */
export function firstError(findings: readonly Diagnostic[], devMode: boolean): Json | undefined {
  const blocking = findings.find((finding) => blocksRun(finding, devMode))
  return blocking && errorOf(blocking)
}

export const failure: Json = { error: 'Failure' }
