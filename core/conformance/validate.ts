import { untraced } from '#core/answer'
import type { Diagnostic } from '#core/diagnostics'
import { decodeValue, type Value } from '#core/read'
import { satisfiesVersion, validateClaims, validateTool, type Claim } from '#core/resolve'
import { failure } from './errors.ts'
import { asRecord, asText, type Json } from './json.ts'
import { listOf } from './world.ts'

/** Answers `chain`, `tool` and `version` questions (corpus README, area `validate`). */
export function answerValidate(_rev: string, input: Json): Json {
  const question = asRecord(input)
  switch (question['kind']) {
    case 'chain': {
      const verdict = validateClaims(listOf(question['chain']).map(claimFrom), untraced)
      return { valid: verdict.valid, validated_pairs: verdict.validated_pairs, ...rowsOf(verdict.findings) }
    }
    case 'tool': {
      const rows = rowsOf(validateTool(claimFrom(question['tool'] ?? {})))
      return { valid: rows.issues.length === 0, validated_pairs: 0, ...rows }
    }
    case 'version':
      return {
        satisfies: satisfiesVersion(
          asText(question['version']),
          asText(question['op']),
          asText(question['constraint']),
        ),
      }
    default:
      return failure
  }
}

function claimFrom(element: Json): Claim {
  const fields = asRecord(element)
  const value = (name: string): Value | undefined =>
    fields[name] === undefined ? undefined : decodeValue(fields[name])
  const id = value('item_id')
  return {
    item_id: typeof id === 'string' ? id : null,
    space: value('space') ?? null,
    tool_type: value('tool_type'),
    executor_id: value('executor_id'),
    version: value('version'),
    inputs: value('inputs'),
    outputs: value('outputs'),
    child_constraints: value('child_constraints'),
    at: () => null,
  }
}

/** Findings in the row format of the corpus. */
export function rowsOf(findings: readonly Diagnostic[]): {
  readonly issues: readonly Json[]
  readonly warnings: readonly Json[]
} {
  const issues: Json[] = []
  const warnings: Json[] = []
  for (const finding of findings) {
    switch (finding.code) {
      case 'space-incompatible':
      case 'system-to-mutable':
        issues.push(['space', finding.child || null, finding.parent || null])
        break
      case 'io-missing-input':
        issues.push(['io', finding.child || null, finding.parent || null])
        break
      case 'version-too-low':
        issues.push(['min-version', finding.child || null, finding.parent || null])
        break
      case 'version-too-high':
        issues.push(['max-version', finding.child || null, finding.parent || null])
        break
      case 'version-missing':
        warnings.push(['no-version', finding.child || null, finding.parent || null])
        break
      case 'version-unreadable':
        warnings.push(['unreadable-version', finding.child || null, finding.parent || null])
        break
      case 'item-id-missing':
        issues.push(['missing-item-id'])
        break
      case 'space-unknown':
        issues.push(['invalid-space'])
        break
      case 'primitive-with-executor':
      case 'runtime-without-executor':
        warnings.push([finding.code])
        break
      default:
        issues.push([finding.code])
    }
  }
  return { issues, warnings }
}
