import type { Diagnostic } from '../../diagnostics/facts.ts'
import { isSystem, mayDependOn } from '../../rules/space.ts'
import { pyStr } from '../../read/value/text.ts'
import { isDict, isList, type Value } from '../../read/value/value.ts'
import type { Verdict } from '../../trace.ts'
import { linkOf, shownId, type Claim } from './claim.ts'

/**
 * R4.1 for one pair: checks the precedence of the two spaces, and that no system element depends on a mutable space.
 */
export function checkSpace(child: Claim, parent: Claim, report: (finding: Diagnostic) => void): Verdict {
  const childSpace = spaceLabel(child, report)
  const parentSpace = spaceLabel(parent, report)
  if (childSpace === undefined || parentSpace === undefined) return 'failed'
  const allowed = mayDependOn(childSpace, parentSpace)
  if (!allowed) {
    const at = child.at('executor_id')
    report({
      code: 'space-incompatible',
      ...linkOf(child, parent),
      child_space: childSpace,
      parent_space: parentSpace,
      at,
    })
  }
  if (isSystem(childSpace) && (parentSpace === 'project' || parentSpace === 'user')) {
    const at = child.at('executor_id')
    report({ code: 'system-to-mutable', ...linkOf(child, parent), parent_space: parentSpace, at })
  }
  return allowed ? 'ok' : 'failed'
}

/**
 * The space label of an element; empty if the label is neither a string nor a container. A list or mapping is reported,
 * and the result is undefined.
 */
function spaceLabel(claim: Claim, report: (finding: Diagnostic) => void): string | undefined {
  const space: Value = claim.space
  if (typeof space === 'string') return space
  if (isList(space) || isDict(space)) {
    report({ code: 'space-unknown', item_id: shownId(claim), space: pyStr(space), at: null })
    return undefined
  }
  return ''
}
