import type { Parts } from '../../parts.ts'
import { describe } from '../../diagnostics/describe.ts'
import type { Facts } from '../../diagnostics/facts.ts'
import { severity } from '../../diagnostics/severity.ts'
import { decodeValue, type JsonValue } from '../../read/value/encode.ts'
import { untraced } from '../../trace.ts'
import { validateClaims } from './chain.ts'
import type { Claim } from './claim.ts'

/** An element of a chain in the format of seed 003: an ID, a space, and other declarations. */
export interface PlainElement {
  readonly item_id: string
  readonly space: string
  readonly [field: string]: JsonValue | undefined
}

/** The result of a validation in the format of seed 003: whether the chain is valid, and its issues in words. */
export interface PlainVerdict {
  readonly valid: boolean
  readonly issues: readonly string[]
  readonly warnings: readonly string[]
  readonly validated_pairs: number
}

/** R4 for plain elements (tool first), with the same result format for valid and invalid chains (seed 003). */
export function validateChain(chain: readonly PlainElement[], parts: Parts): PlainVerdict {
  const { valid, validated_pairs, findings } = validateClaims(chain.map(claimOf), untraced)
  const said = (errors: boolean): readonly string[] =>
    findings
      .filter(({ code }) => (severity[code] === 'error') === errors)
      // Seed 003 has one sentence for a pair with incompatible spaces, but for a system child the engine has two
      // findings.
      .filter(({ code }) => code !== 'system-to-mutable')
      .map((finding) =>
        finding.code === 'space-incompatible' ? seedSentence(finding) : describe(finding, parts).message,
      )
  return { valid, issues: said(true), warnings: said(false), validated_pairs }
}

/** The sentence of seed 003 for a pair with incompatible spaces. */
function seedSentence({ child, parent, child_space, parent_space }: Facts['space-incompatible']): string {
  return `Tool '${child}' from ${child_space} space cannot depend on '${parent}' from ${parent_space} space. Use a higher-precedence space version or pin the dependency.`
}

function claimOf({ item_id, space, version, inputs, outputs, child_constraints }: PlainElement): Claim {
  return {
    item_id,
    space,
    version: valueOf(version),
    inputs: valueOf(inputs),
    outputs: valueOf(outputs),
    child_constraints: valueOf(child_constraints),
    at: () => null,
  }
}

const valueOf = (given: JsonValue | undefined): ReturnType<typeof decodeValue> | undefined =>
  given === undefined ? undefined : decodeValue(given)
