import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Verdict } from '../../trace.ts'
import { pyStr } from '../../read/value/text.ts'
import { isDict, isTruthy, type Dict, type Value } from '../../read/value/value.ts'
import { linkOf, shownId, type Claim } from './claim.ts'
import { compareVersions, readVersion, versionText, type Version } from './version.ts'

/** R4.3: checks the child's version against the parent's `child_constraints`. Both limits are inclusive. */
export function checkVersion(child: Claim, parent: Claim, report: (finding: Diagnostic) => void): Verdict {
  const constraint = constraintFor(child, parent, report)
  if (constraint === 'failed') return 'failed'
  if (constraint === undefined) return 'not-declared'
  // Null bounds require no version. An empty entry requires one, as the recorded cases show.
  if (constraint.size > 0 && !bounds.some(([key]) => isLimit(constraint.get(key)))) return 'not-declared'
  const declared = child.version
  if (declared === undefined || declared === null || declared === '') {
    const at = child.at('version') ?? child.at('executor_id')
    report({ code: 'version-missing', ...linkOf(child, parent), constraint: parent.at('child_constraints'), at })
    return 'warning'
  }
  let verdict: Verdict = 'ok'
  for (const [key, code, fails] of bounds) {
    const limit = constraint.get(key)
    if (!isLimit(limit)) continue
    const compared = compare(declared, limit)
    if (typeof compared === 'string') {
      report({ code: 'version-unreadable', ...linkOf(child, parent), text: compared, at: child.at('version') })
      if (verdict === 'ok') verdict = 'warning'
    } else if (fails(compared)) {
      report({
        code,
        ...linkOf(child, parent),
        version: pyStr(declared),
        limit: pyStr(limit),
        constraint: parent.at('child_constraints'),
        at: child.at('version'),
      })
      verdict = 'failed'
    }
  }
  return verdict
}

const bounds = [
  ['min_version', 'version-too-low', (order: number) => order < 0],
  ['max_version', 'version-too-high', (order: number) => order > 0],
] as const

function isLimit(value: Value | undefined): value is Exclude<Value, null | '' | false> {
  return value !== undefined && value !== null && value !== '' && value !== false
}

/**
 * C6: the constraint for a child: either `{min_version, max_version}` for all children, or such a mapping under the
 * child's ID. Undefined without a constraint. Reports a constraint that is not a mapping, and returns `failed`.
 */
function constraintFor(
  child: Claim,
  parent: Claim,
  report: (finding: Diagnostic) => void,
): Dict | 'failed' | undefined {
  const constraints = parent.child_constraints
  if (!isTruthy(constraints)) return undefined
  const wrong = (found: Value): 'failed' => {
    const expected = 'a mapping of min_version and max_version, or of child IDs to such mappings'
    const at = parent.at('child_constraints')
    report({
      code: 'metadata-wrong-type',
      item_id: shownId(parent),
      field: 'child_constraints',
      expected,
      found: pyStr(found).slice(0, 80),
      at,
    })
    return 'failed'
  }
  if (!isDict(constraints)) return wrong(constraints ?? null)
  const direct = ['min_version', 'max_version'].some((key) => {
    const limit = constraints.get(key)
    return limit !== undefined && limit !== null && !isDict(limit)
  })
  if (direct) return constraints
  const own = constraints.get(shownId(child))
  if (own === undefined || own === null) return undefined
  return isDict(own) ? own : wrong(own)
}

/** The order of a version and a limit: negative, zero or positive. If one of them is not a valid version, its text. */
function compare(version: Value, limit: Value): number | string {
  const [left, right] = [versionOf(version), versionOf(limit)]
  if (!left) return pyStr(version)
  if (!right) return pyStr(limit)
  return compareVersions(left, right)
}

function versionOf(value: Value): Version | undefined {
  const text = versionText(value)
  return text === undefined ? undefined : readVersion(text)
}
