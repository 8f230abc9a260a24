import type { Analysis } from '../answer/analysis.ts'
import type { JsonValue } from '../read/value/encode.ts'
import type { ExecutionResult } from '../run/result.ts'
import { pointerTo } from '../text/pointer.ts'
import type { GoalAssertion } from './lesson.ts'
import { select } from './select.ts'

const mostSuggested = 40

/**
 * Goals that a teacher may want of what is on the screen now: of the value that was clicked, if there is one, then of
 * the chain, its problems and a run that was made.
 */
export function suggestGoals(
  analysis: Analysis,
  asked: string | undefined,
  result: ExecutionResult | undefined,
): readonly GoalAssertion[] {
  const { chain, validation, diagnostics } = analysis
  const pairs = (validation?.pairs ?? []).flatMap(({ child, parent, ...verdicts }) =>
    (['space', 'io', 'version'] as const).map((rule): GoalAssertion => {
      const [from, to] = [chain[child]?.item_id ?? '', chain[parent]?.item_id ?? '']
      return { kind: 'pair', child: from, parent: to, rule, verdict: verdicts[rule] }
    }),
  )
  const codes = [...new Set(diagnostics.filter(({ severity }) => severity !== 'hint').map(({ code }) => code))]
  return [
    ...(asked === undefined ? [] : goalsOfValue(analysis, asked)),
    ...(result ? goalsOfResult(result) : []),
    is('/status', analysis.status),
    ...codes.flatMap((code): readonly GoalAssertion[] => [
      { kind: 'code', code, absent: false },
      { kind: 'code', code, absent: true },
    ]),
    ...chain.map(({ item_id, space }) => is(`${pointerTo('/chain', `item_id:${item_id}`)}/space`, space)),
    ...pairs,
  ].slice(0, mostSuggested)
}

function is(pointer: string, value: JsonValue): GoalAssertion {
  return { kind: 'value', lane: 'analysis', pointer, test: { kind: 'is', value } }
}

/** A member of a list is asked for by the list: another route may have it at another place. */
function goalsOfValue(analysis: Analysis, pointer: string): readonly GoalAssertion[] {
  const selected = select(analysis, pointer)
  if (!selected) return []
  const list = /^(.*)\/\d+$/.exec(pointer)?.[1]
  const within: readonly GoalAssertion[] =
    list === undefined
      ? []
      : [{ kind: 'value', lane: 'analysis', pointer: list, test: { kind: 'contains', value: selected.value } }]
  return [
    ...within,
    is(pointer, selected.value),
    { kind: 'value', lane: 'analysis', pointer, test: { kind: 'absent' } },
  ]
}

function goalsOfResult({ ending, data }: ExecutionResult): readonly GoalAssertion[] {
  return [
    { kind: 'ending', lane: 'result', ending: ending.kind },
    { kind: 'value', lane: 'result', pointer: '/data', test: { kind: 'is', value: data } },
  ]
}
