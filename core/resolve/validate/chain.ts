import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Trace, Verdict } from '../../trace.ts'
import { checkVersion } from './constraint.ts'
import { shownId, type Claim } from './claim.ts'
import { checkIo } from './io.ts'
import { checkSpace } from './space.ts'

/** The results of the three rules for one pair. `child` and `parent` are indexes into the chain. */
interface PairVerdict {
  readonly child: number
  readonly parent: number
  readonly space: Verdict
  readonly io: Verdict
  readonly version: Verdict
}

export interface ChainVerdict {
  readonly valid: boolean
  /** R4.4: the number of checked pairs. All pairs are checked, even after an error. */
  readonly validated_pairs: number
  readonly pairs: readonly PairVerdict[]
  readonly findings: readonly Diagnostic[]
  /** The number of compared input and output names. */
  readonly names: number
}

/** R4: checks every adjacent pair of a chain (tool first) against all three rules. */
export function validateClaims(chain: readonly Claim[], trace: Trace): ChainVerdict {
  return validateLinks(chain, checkPair, trace)
}

/** Like `validateClaims`, for elements with cached results. */
export function validateLinks<Link extends Pick<Claim, 'item_id'>>(
  chain: readonly Link[],
  check: (child: Link, parent: Link) => CheckedPair,
  trace: Trace,
): ChainVerdict {
  const findings: Diagnostic[] = []
  const pairs: PairVerdict[] = []
  let valid = true
  let compared = 0
  for (let index = 0; index + 1 < chain.length; index++) {
    const [child, parent] = [chain[index]!, chain[index + 1]!]
    const { space, io, version, found, names } = check(child, parent)
    compared += names
    for (const finding of found) findings.push(finding)
    pairs.push({ child: index, parent: index + 1, space, io, version })
    valid &&= space !== 'failed' && io !== 'failed' && version !== 'failed'
    trace?.({ step: 'validate_pair', child: shownId(child), parent: shownId(parent), space, io, version })
  }
  return { valid, validated_pairs: pairs.length, pairs, findings, names: compared }
}

/** The verdicts and findings of the three rules about one pair. */
export interface CheckedPair {
  readonly space: Verdict
  readonly io: Verdict
  readonly version: Verdict
  readonly found: readonly Diagnostic[]
  /** The number of compared input and output names. */
  readonly names: number
}

/** R4: applies the three rules to one pair. */
export function checkPair(child: Claim, parent: Claim): CheckedPair {
  const found: Diagnostic[] = []
  const report = (finding: Diagnostic): void => void found.push(finding)
  const space = checkSpace(child, parent, report)
  const { verdict: io, names } = checkIo(child, parent, report)
  return { space, io, version: checkVersion(child, parent, report), found, names }
}
