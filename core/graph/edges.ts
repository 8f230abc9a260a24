import { isList, type Dict, type Value } from '../read/value/value.ts'
import { evaluateCondition, type Verdict } from './condition.ts'
import { dictOf, field } from './document.ts'
import type { Sizes } from './size.ts'

/** One edge of a decision. Its verdict is null if it has no `when` or was not evaluated. */
interface EdgeRecord {
  readonly index: number
  readonly to: string | null
  readonly verdict: Verdict | null
  readonly state: 'taken' | 'not-met' | 'not-evaluated'
}

/** The reason why the walk continued or ended. `no-next`, `no-match` and `no-target` end it without an error. */
type DecisionReason = 'named' | 'matched' | 'no-next' | 'no-match' | 'no-target' | 'error-edge'

/** The edge that a walk took from a node, with the verdicts of the other edges (R16.2). */
export interface Decision {
  readonly to: string | null
  readonly because: DecisionReason
  readonly edges: readonly EdgeRecord[]
}

/**
 * R16.2: chooses an edge of `next`: its only node, or in a list the first edge without `when` or with a true `when`.
 */
export function chooseEdge(next: Value, scope: Dict, sizes: Sizes): Decision {
  if (typeof next === 'string') {
    return { to: next, because: 'named', edges: [{ index: 0, to: next, verdict: null, state: 'taken' }] }
  }
  if (!isList(next) || next.length === 0) return { to: null, because: 'no-next', edges: [] }
  const edges: EdgeRecord[] = []
  let taken: EdgeRecord | undefined
  for (const [index, edge] of next.entries()) {
    const fields = dictOf(edge)
    const named = field(fields, 'to')
    const to = typeof named === 'string' && named !== '' ? named : null
    if (taken) {
      edges.push({ index, to, verdict: null, state: 'not-evaluated' })
      continue
    }
    const when = field(fields, 'when')
    const verdict = when === null ? null : evaluateCondition(when, scope, sizes)
    const record = { index, to, verdict, state: verdict === null || verdict.met ? 'taken' : 'not-met' } as const
    edges.push(record)
    if (record.state === 'taken') taken = record
  }
  if (!taken) return { to: null, because: 'no-match', edges }
  return { to: taken.to, because: taken.to === null ? 'no-target' : 'matched', edges }
}

/** R16.5: the edge to the node that handles an error. */
export function errorEdge(to: string): Decision {
  return { to, because: 'error-edge', edges: [{ index: 0, to, verdict: null, state: 'taken' }] }
}
