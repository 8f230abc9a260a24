import type { Diagnostic } from '../diagnostics/facts.ts'
import type { Trace, Verdict } from '../trace.ts'
import { checkVersion } from './constraint.ts'
import { shownId, type Claim } from './claim.ts'
import { checkIo } from './io.ts'
import { checkSpace } from './space.ts'

/** The three verdicts of one (child, parent) link, by index into the chain. */
export interface PairVerdict {
  readonly child: number
  readonly parent: number
  readonly space: Verdict
  readonly io: Verdict
  readonly version: Verdict
}

export interface ChainVerdict {
  readonly valid: boolean
  /** R4.4: pairs that were looked at; all of them, whatever was found. */
  readonly validated_pairs: number
  readonly pairs: readonly PairVerdict[]
  readonly findings: readonly Diagnostic[]
}

/** R4: every adjacent pair of a chain (tool first) against all three rules; never stops at the first finding. */
export function validateChain(chain: readonly Claim[], trace: Trace): ChainVerdict {
  const findings: Diagnostic[] = []
  const pairs: PairVerdict[] = []
  const report = (finding: Diagnostic): void => void findings.push(finding)
  for (let index = 0; index + 1 < chain.length; index++) {
    const [child, parent] = [chain[index]!, chain[index + 1]!]
    const space = checkSpace(child, parent, report)
    const io = checkIo(child, parent, report)
    const version = checkVersion(child, parent, report)
    pairs.push({ child: index, parent: index + 1, space, io, version })
    trace({ step: 'validate_pair', child: shownId(child), parent: shownId(parent), space, io, version })
  }
  const valid = pairs.every((pair) => pair.space !== 'failed' && pair.io !== 'failed' && pair.version !== 'failed')
  return { valid, validated_pairs: pairs.length, pairs, findings }
}
