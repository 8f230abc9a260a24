import type { Diagnostic } from '../../diagnostics/facts.ts'
import { isSpace } from '../../rules/space.ts'
import { pyStr } from '../../read/value/text.ts'
import { isTruthy, type Value } from '../../read/value/value.ts'
import { shownId, type Claim } from './claim.ts'

/** R4.5 and the reference's `validate_tool`: the findings about a single element. */
export function validateTool(claim: Claim): Diagnostic[] {
  const findings: Diagnostic[] = []
  if (!claim.item_id) findings.push({ code: 'item-id-missing', at: null })
  if (isTruthy(claim.space) && !(typeof claim.space === 'string' && isSpace(claim.space))) {
    findings.push({ code: 'space-unknown', item_id: shownId(claim), space: pyStr(claim.space), at: null })
  }
  const executor = claim.executor_id ?? null
  if (claim.tool_type === 'primitive' && executor !== null) {
    const at = claim.at('executor_id')
    findings.push({ code: 'primitive-with-executor', item_id: shownId(claim), executor_id: pyStr(executor), at })
  }
  if (claim.tool_type === 'runtime' && executor === null) {
    findings.push({ code: 'runtime-without-executor', item_id: shownId(claim), at: claim.at('tool_type') })
  }
  return findings
}

/**
 * R4.5: the findings of `validateTool`, and those about a missing version or category, or a category that differs from
 * the folder in the ID.
 */
export function lintElement(claim: Claim, at: { readonly path: string }): readonly Diagnostic[] {
  const findings = validateTool(claim)
  const top = { path: at.path, start: 0, end: 0 }
  const item_id = shownId(claim)
  if (!isTruthy(claim.version) && claim.version !== 0) findings.push({ code: 'version-undeclared', item_id, at: top })
  const folder = item_id.slice(0, Math.max(0, item_id.lastIndexOf('/')))
  if (!isTruthy(claim.category)) findings.push({ code: 'category-undeclared', item_id, at: top })
  else if (folder !== '' && !isSameName(claim.category, folder)) {
    findings.push({
      code: 'category-mismatch',
      item_id,
      category: pyStr(claim.category ?? null),
      folder,
      at: claim.at('category'),
    })
  }
  return findings
}

/** Whether a category is the name of a folder. The Unicode form can differ, because it is invisible. */
function isSameName(category: Value | undefined, folder: string): boolean {
  return typeof category === 'string' && category.normalize('NFC') === folder.normalize('NFC')
}
