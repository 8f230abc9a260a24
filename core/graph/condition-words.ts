import { pyStr } from '../read/value/text.ts'
import { isDict, isList, isTruthy, type Value } from '../read/value/value.ts'

/** Maximum number of characters shown of a condition. */
const mostShown = 200

/** A condition of an edge or a hook as one readable line (R16.4). It is not evaluated. */
export function conditionInWords(condition: Value): string {
  const text = words(condition)
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

function words(condition: Value): string {
  if (!isTruthy(condition)) return 'always'
  if (!isDict(condition)) return 'never: not a mapping'
  for (const kind of ['any', 'all'] as const) {
    const parts = condition.get(kind)
    if (parts !== undefined) return isList(parts) ? joined(parts, kind) : `never: ${kind} takes a list`
  }
  const negated = condition.get('not')
  if (negated !== undefined) return `not (${words(negated)})`
  const op = pyStr(condition.get('op') ?? condition.get('operator') ?? 'eq')
  const path = pyStr(condition.get('path') ?? '') || 'everything'
  return op === 'exists' ? `${path} exists` : `${path} ${op} ${shown(condition.get('value') ?? null)}`
}

function joined(parts: readonly Value[], kind: 'any' | 'all'): string {
  if (parts.length === 0) return kind === 'any' ? 'never: the list of conditions is empty' : 'always'
  return parts.map((part) => `(${words(part)})`).join(kind === 'any' ? ' or ' : ' and ')
}

function shown(value: Value): string {
  return typeof value === 'string' ? JSON.stringify(value) : pyStr(value)
}
