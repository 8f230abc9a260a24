import type { Diagnostic } from '../diagnostics/facts.ts'
import { isSystem, mayDependOn } from '../space.ts'
import { pyStr } from '../value/text.ts'
import { isDict, isList, type Value } from '../value/value.ts'
import type { Verdict } from '../trace.ts'
import { shownId, type Claim } from './claim.ts'

/** R4.1 for one link: the precedence of the two spaces, and system elements never lead back to a mutable space. */
export function checkSpace(child: Claim, parent: Claim, report: (finding: Diagnostic) => void): Verdict {
  const spaces = [spaceLabel(child, report), spaceLabel(parent, report)]
  const [childSpace, parentSpace] = spaces
  if (childSpace === undefined || parentSpace === undefined) return 'failed'
  const link = { child: shownId(child), parent: shownId(parent) }
  const at = child.at('executor_id')
  const allowed = mayDependOn(childSpace, parentSpace)
  if (!allowed) {
    report({ code: 'space-incompatible', ...link, child_space: childSpace, parent_space: parentSpace, at })
  }
  if (isSystem(childSpace) && (parentSpace === 'project' || parentSpace === 'user')) {
    report({ code: 'system-to-mutable', ...link, parent_space: parentSpace, at })
  }
  return allowed ? 'ok' : 'failed'
}

/** A label as text; a list or mapping is no label at all and is reported. */
function spaceLabel(claim: Claim, report: (finding: Diagnostic) => void): string | undefined {
  const space: Value = claim.space
  if (typeof space === 'string') return space
  if (isList(space) || isDict(space)) {
    report({ code: 'space-unknown', item_id: shownId(claim), space: pyStr(space), at: null })
    return undefined
  }
  return ''
}
