import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Verdict } from '../../trace.ts'
import { hashKey } from '../../read/value/equal.ts'
import { pyStr } from '../../read/value/text.ts'
import { isDict, isList, PySet, PyTuple, type Value } from '../../read/value/value.ts'
import { linkOf, shownId, type Claim } from './claim.ts'

interface CheckedIo {
  readonly verdict: Verdict
  /** The number of compared names. */
  readonly names: number
}

/** R4.2: the parent's inputs must be a subset of the child's outputs if both are declared. */
export function checkIo(child: Claim, parent: Claim, report: (finding: Diagnostic) => void): CheckedIo {
  const outputs = declared(child, 'outputs', report)
  const inputs = declared(parent, 'inputs', report)
  if (outputs === undefined || inputs === undefined) return { verdict: 'failed', names: 0 }
  if (outputs.length === 0 || inputs.length === 0) return { verdict: 'not-declared', names: 0 }
  const compared = outputs.length + inputs.length
  const known = new Set(outputs.map(hashKey))
  const missing = inputs.filter((input) => {
    const name = hashKey(input)
    return name === undefined || !known.has(name)
  })
  if (missing.length === 0) return { verdict: 'ok', names: compared }
  report({
    code: 'io-missing-input',
    ...linkOf(child, parent),
    missing: [...new Set(missing.map(pyStr))],
    outputs: child.at('outputs'),
    at: parent.at('inputs') ?? child.at('outputs'),
  })
  return { verdict: 'failed', names: compared }
}

/**
 * The names that Python yields when it iterates over a value. If the value is not iterable, or has items that cannot be
 * names, reports it and returns undefined.
 */
function declared(
  claim: Claim,
  field: 'inputs' | 'outputs',
  report: (finding: Diagnostic) => void,
): readonly Value[] | undefined {
  const value = claim[field]
  if (value === undefined || value === null) return []
  const items = isList(value)
    ? value
    : isDict(value)
      ? [...value.keys()]
      : value instanceof PyTuple || value instanceof PySet
        ? value.items
        : typeof value === 'string'
          ? [...value]
          : undefined
  if (items && !items.some((item) => isList(item) || isDict(item) || item instanceof PySet)) return items
  report({
    code: 'metadata-wrong-type',
    item_id: shownId(claim),
    field,
    expected: 'a list of names',
    found: pyStr(value).slice(0, 80),
    at: claim.at(field),
  })
  return undefined
}
