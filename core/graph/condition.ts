import { isFoundInPython, PatternProblem } from '../text/pattern/python.ts'
import { valuesEqual } from '../read/value/equal.ts'
import { pyStr } from '../read/value/text.ts'
import { isDict, isList, isTruthy, type Dict, type Value } from '../read/value/value.ts'
import { compareValues } from './order.ts'
import { parsePath, resolvePath } from './path.ts'
import type { Sizes } from './size.ts'

/** The result of evaluating a condition: each part with its operands. */
export type Verdict =
  ComparedVerdict | GroupVerdict | { readonly kind: 'empty'; readonly met: true } | UnreadableVerdict

/** A comparison. `problem` is the reason why it cannot be evaluated; such a comparison is false (S3). */
interface ComparedVerdict {
  readonly kind: 'compared'
  readonly met: boolean
  readonly path: string
  readonly op: string
  readonly found: Value
  readonly value: Value
  readonly problem: string | null
}

/** A group of conditions. Parts after the deciding part are neither evaluated nor listed. */
interface GroupVerdict {
  readonly kind: 'any' | 'all' | 'not'
  readonly met: boolean
  readonly parts: readonly Verdict[]
}

/** A value that is not a condition. It counts as false. */
interface UnreadableVerdict {
  readonly kind: 'unreadable'
  readonly met: false
  readonly problem: string
}

/** The operators of a comparison. `neq` is `ne` (S5). */
export const operators = ['eq', 'ne', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'regex', 'exists'] as const

/** R16.4: evaluates a condition. A condition that cannot be evaluated is false and not an error. */
export function evaluateCondition(condition: Value, document: Dict, sizes: Sizes): Verdict {
  if (!isTruthy(condition)) return { kind: 'empty', met: true }
  if (!isDict(condition)) return { kind: 'unreadable', met: false, problem: 'the condition is not a mapping' }
  for (const kind of ['any', 'all'] as const) {
    const parts = condition.get(kind)
    if (parts !== undefined) return group(kind, parts, document, sizes)
  }
  const negated = condition.get('not')
  if (negated !== undefined) {
    const part = evaluateCondition(negated, document, sizes)
    return { kind: 'not', met: !part.met, parts: [part] }
  }
  return compare(condition, document, sizes)
}

function group(kind: 'any' | 'all', parts: Value, document: Dict, sizes: Sizes): Verdict {
  if (!isList(parts)) return { kind: 'unreadable', met: false, problem: `${kind} is not a list of conditions` }
  const seen: Verdict[] = []
  for (const part of parts) {
    const verdict = evaluateCondition(part, document, sizes)
    seen.push(verdict)
    if (verdict.met === (kind === 'any')) return { kind, met: kind === 'any', parts: seen }
  }
  return { kind, met: kind === 'all', parts: seen }
}

function compare(condition: Dict, document: Dict, sizes: Sizes): Verdict {
  const path = condition.get('path') ?? ''
  if (typeof path !== 'string') return { kind: 'unreadable', met: false, problem: 'the path is not a string' }
  const op = condition.get('op') ?? condition.get('operator') ?? 'eq'
  const value = condition.get('value') ?? null
  const found = resolvePath(document, parsePath(path))
  const seen = { kind: 'compared', path, op: pyStr(op), found, value } as const
  try {
    const outcome = holds(op, found, value, sizes)
    return typeof outcome === 'boolean'
      ? { ...seen, met: outcome, problem: null }
      : { ...seen, met: false, problem: outcome.problem }
  } catch (fault) {
    if (fault instanceof PatternProblem) return { ...seen, met: false, problem: `the pattern ${fault.message}` }
    throw fault
  }
}

type Outcome = boolean | { readonly problem: string }

/**
 * The result of one comparison, or the reason why the comparison is impossible. On null, all operators except `eq`,
 * `ne`, `neq` and `in` are false.
 */
function holds(op: Value, found: Value, value: Value, sizes: Sizes): Outcome {
  switch (op) {
    case 'eq':
      return valuesEqual(found, value)
    case 'ne':
    case 'neq':
      return !valuesEqual(found, value)
    case 'exists':
      return found !== null
    case 'in':
      return isList(value) ? includes(value, found) : { problem: 'the value of "in" is not a list' }
    case 'contains':
      return found !== null && contains(found, value, sizes)
    case 'regex':
      return found !== null && matches(found, value, sizes)
    case 'gt':
      return found !== null && ordered(found, value, (order) => order > 0)
    case 'gte':
      return found !== null && ordered(found, value, (order) => order >= 0)
    case 'lt':
      return found !== null && ordered(found, value, (order) => order < 0)
    case 'lte':
      return found !== null && ordered(found, value, (order) => order <= 0)
    default:
      return { problem: `unknown operator ${pyStr(op)}` }
  }
}

function ordered(found: Value, value: Value, fits: (order: number) => boolean): Outcome {
  const order = compareValues(found, value)
  return order === undefined ? { problem: 'the two values cannot be ordered' } : fits(order)
}

/** S4: whether a list has an equal item, a mapping has a key, or the text of another value contains a string. */
function contains(found: Value, value: Value, sizes: Sizes): Outcome {
  if (isList(found)) return includes(found, value)
  if (isDict(found)) return [...found.keys()].some((key) => valuesEqual(key, value))
  if (typeof value !== 'string') return { problem: 'the value of "contains" is not a string' }
  return pyStr(sizes.checked(found)).includes(value)
}

function matches(found: Value, value: Value, sizes: Sizes): Outcome {
  if (typeof value !== 'string') return { problem: 'the pattern is not a string' }
  return isFoundInPython(value, pyStr(sizes.checked(found)))
}

function includes(list: readonly Value[], value: Value): boolean {
  return list.some((item) => item === value || valuesEqual(item, value))
}
