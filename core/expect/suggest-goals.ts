import type { Analysis } from '../answer/analysis.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { jsonParts } from '../read/value/entries.ts'
import type { ExecutionResult } from '../run/result.ts'
import { pointerTo } from '../text/pointer.ts'
import { pairRules, type GoalAssertion, type Lane, type PairGoal } from './goal.ts'
import { select } from './select.ts'

const mostSuggested = 40

/** A clicked part of the page other than a value with a known source. */
export type Clicked =
  | { readonly kind: 'status' }
  | { readonly kind: 'lockfile' }
  | { readonly kind: 'problem'; readonly code: string }
  | { readonly kind: 'element'; readonly index: number }
  | { readonly kind: 'pair'; readonly child: number; readonly rule: PairGoal['rule'] }
  | { readonly kind: 'value'; readonly pointer: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'result'; readonly lane: 'simulated' | 'real'; readonly pointer: string }

/** The analysis and the results of runs that the page shows. */
export interface Shown {
  readonly analysis: Analysis
  readonly simulated: ExecutionResult | undefined
  readonly real: ExecutionResult | undefined
}

/**
 * Goal suggestions for the current screen, at most `mostSuggested`: for the clicked value, for the result of a run, and
 * then for the status, the problems and the chain.
 */
export function suggestGoals(
  analysis: Analysis,
  asked: string | undefined,
  result: ExecutionResult | undefined,
): readonly GoalAssertion[] {
  const { chain, validation, diagnostics } = analysis
  const pairs = (validation?.pairs ?? []).flatMap(({ child }) =>
    pairRules.flatMap((rule) => goalsOfPair(analysis, child, rule)),
  )
  const codes = [...new Set(diagnostics.filter(({ severity }) => severity !== 'hint').map(({ code }) => code))]
  return [
    ...(asked === undefined ? [] : goalsOfValue(analysis, asked)),
    ...(result ? goalsOfResult('result', result, '/data') : []),
    is('/status', analysis.status),
    ...codes.flatMap(goalsOfProblem),
    ...chain.map(({ item_id, space }) => is(`${pointerTo('/chain', `item_id:${item_id}`)}/space`, space)),
    ...pairs,
  ].slice(0, mostSuggested)
}

/** Goals for the clicked part, empty if neither the analysis nor the results contain it. */
export function goalsOfClicked({ analysis, simulated, real }: Shown, clicked: Clicked): readonly GoalAssertion[] {
  switch (clicked.kind) {
    case 'status':
      return [is('/status', analysis.status)]
    case 'lockfile':
      return goalsOfValue(analysis, '/lockfile/state')
    case 'problem':
      return goalsOfProblem(clicked.code)
    case 'element':
      return goalsOfElement(analysis, clicked.index)
    case 'pair':
      return goalsOfPair(analysis, clicked.child, clicked.rule)
    case 'value':
      return goalsOfValue(analysis, clicked.pointer)
    case 'file':
      return goalsOfFile(analysis, clicked.path)
    case 'result': {
      const result = clicked.lane === 'real' ? real : simulated
      // A goal rarely depends on the kind of run, so goals for any run come first.
      return result
        ? (['result', clicked.lane] as const).flatMap((lane) => goalsOfResult(lane, result, clicked.pointer))
        : []
    }
  }
}

function goalsOfProblem(code: string): readonly GoalAssertion[] {
  return [
    { kind: 'code', code, absent: false },
    { kind: 'code', code, absent: true },
  ]
}

function goalsOfPair({ chain, validation }: Analysis, of: number, rule: PairGoal['rule']): readonly GoalAssertion[] {
  const pair = validation?.pairs.find(({ child }) => child === of)
  const [from, to] = [chain[of]?.item_id, pair && chain[pair.parent]?.item_id]
  return pair && from !== undefined && to !== undefined
    ? [{ kind: 'pair', child: from, parent: to, rule, verdict: pair[rule] }]
    : []
}

/**
 * Goals for an element. They select it by ID, and also by role if no other element has this role, because its position
 * can differ on another route.
 */
function goalsOfElement(analysis: Analysis, index: number): readonly GoalAssertion[] {
  const entry = analysis.chain[index]
  // A broken chain has no element at this position, only a problem.
  if (!entry)
    return analysis.diagnostics
      .filter(({ severity }) => severity === 'error')
      .flatMap(({ code }) => goalsOfProblem(code))
  const { item_id, role, shadowed } = entry
  const of = pointerTo('/chain', `item_id:${item_id}`)
  const alike = analysis.chain.filter((one) => one.role === role).length
  return [
    is(`${of}/space`, entry.space),
    ...(alike === 1 ? [is(`${pointerTo('/chain', `role:${role}`)}/item_id`, item_id)] : []),
    ...['version', 'executor_id', 'path', 'signature/state'].flatMap((name) => goalsAt(analysis, `${of}/${name}`)),
    ...(shadowed.length > 0 ? [count(`${of}/shadowed`, shadowed.length)] : []),
  ]
}

/** Goals for a file: as a chain element, a shadowed file, a verified dependency, or a config layer. */
function goalsOfFile(analysis: Analysis, path: string): readonly GoalAssertion[] {
  const { chain, anchor } = analysis
  const of = (item_id: string): string => pointerTo('/chain', `item_id:${item_id}`)
  const verified = '/anchor/verified_dependencies'
  return [
    ...chain.flatMap((entry, index) => (entry.path === path ? goalsOfElement(analysis, index) : [])),
    ...chain.flatMap(({ item_id, shadowed }) =>
      shadowed.some((one) => one.path === path) ? [count(`${of(item_id)}/shadowed`, shadowed.length)] : [],
    ),
    ...(anchor?.verified_dependencies?.includes(path)
      ? [{ kind: 'value', lane: 'analysis', pointer: verified, test: { kind: 'contains', value: path } } as const]
      : []),
    ...Object.entries(analysis.provenance)
      .filter(([, entry]) => entry.at?.path === path)
      .slice(0, mostParts)
      .flatMap(([pointer]) => goalsAt(analysis, pointer)),
  ]
}

/** The maximum number of suggested values for a clicked file or result. A teacher can click other values directly. */
const mostParts = 8

function goalsAt(analysis: Analysis, pointer: string): readonly GoalAssertion[] {
  const selected = select(analysis, pointer)
  return selected ? [is(pointer, selected.value)] : []
}

function count(pointer: string, members: number): GoalAssertion {
  return { kind: 'value', lane: 'analysis', pointer, test: { kind: 'count', count: members } }
}

function is(pointer: string, value: JsonValue): GoalAssertion {
  return { kind: 'value', lane: 'analysis', pointer, test: { kind: 'is', value } }
}

/**
 * Goals for a value. A goal for a member of a list checks the list, because the member's position can differ on another
 * route.
 */
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

/**
 * Goals for a value of a result. A mapping also gets goals for its keys, because an exact match of the whole is rarely
 * useful.
 */
function goalsOfResult(
  lane: Exclude<Lane, 'analysis'>,
  result: ExecutionResult,
  pointer: string,
): readonly GoalAssertion[] {
  const value = select(result, pointer)?.value
  const isAt = (at: string, of: JsonValue): GoalAssertion => ({
    kind: 'value',
    lane,
    pointer: at,
    test: { kind: 'is', value: of },
  })
  const whole = pointer === '/data' && value !== undefined ? jsonParts(value) : undefined
  const parts = whole?.kind === 'mapping' ? whole.entries.slice(0, mostParts) : []
  return [
    { kind: 'ending', lane, ending: result.ending.kind },
    ...parts.map(([name, part]) => isAt(pointerTo(pointer, name), part)),
    ...(value === undefined ? [] : [isAt(pointer, value)]),
  ]
}
