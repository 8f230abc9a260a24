import { addressText, type CallRecord, type ConditionVerdict, type Origin, type StepRecord } from '#core/graph'
import { isList, pyStr } from '#core/read'
import type { ExecutionResult } from '#core/run'
import { valueDifferences, valueText, type ValueDifference } from './value-text.ts'

/** A step in the list of a walk. */
export interface StepRow {
  readonly index: number
  readonly address: string
  /** The calls that lead to the step's graph; empty for the outermost graph. */
  readonly graph: string
  /** The item ID of the step's graph. */
  readonly graphId: string
  readonly node: string | null
  readonly kind: StepRecord['kind']
  readonly status: StepRecord['status']
  readonly isCached: boolean
  readonly isPinned: boolean
  readonly calls: number
  readonly failedCalls: number
  readonly to: string | null
  readonly because: string | null
  /** The edge that the step followed, identified as in the picture; null if it followed none. */
  readonly taken: { readonly kind: 'next' | 'on_error'; readonly index: number } | null
  /** Warnings, such as an empty foreach or a condition that cannot be evaluated. */
  readonly remarks: readonly string[]
}

/** The origin of a value in an action, an assignment or an output. */
export interface OriginView {
  readonly at: string
  readonly expression: string
  readonly from: string | null
  /** The step that set the state key; null if there is none. */
  readonly step: string | null
  readonly remark: string | null
}

export interface CallView {
  readonly address: string
  readonly item_id: string
  readonly params: string
  readonly origins: readonly OriginView[]
  readonly outcome: CallRecord['outcome']
  readonly isPinned: boolean
  readonly failed: boolean
  readonly result: string
  readonly chain: readonly string[]
  readonly digest: string
}

/** One line of an evaluated condition. */
interface VerdictLine {
  readonly depth: number
  readonly text: string
  readonly met: boolean
}

/** An edge of a decision, with the reason why the step did or did not follow it. */
interface EdgeView {
  readonly to: string | null
  readonly state: 'taken' | 'not-met' | 'not-evaluated'
  readonly lines: readonly VerdictLine[]
}

/** All details of one step. */
export interface StepView {
  readonly row: StepRow
  readonly clock: string
  readonly calls: readonly CallView[]
  readonly hooks: readonly { readonly text: string; readonly call: CallView | null }[]
  readonly over: { readonly value: string; readonly origins: readonly OriginView[] } | null
  readonly assigned: readonly {
    readonly key: string
    readonly value: string
    readonly origins: readonly OriginView[]
  }[]
  readonly output: { readonly value: string; readonly origins: readonly OriginView[] } | null
  readonly edges: readonly EdgeView[]
  readonly because: string | null
  readonly changes: readonly ValueDifference[]
  readonly state: string
}

/** The maximum number of foreach calls that are shown in detail. The row counts all calls. */
const mostCalls = 50

/** A record as a row of a walk. `graphId` is the item ID of its graph. */
export function stepRow(record: StepRecord, index: number, graphId: string): StepRow {
  const { address, kind, status, calls, decision, hooks } = record
  const taken = decision?.edges.find(({ state }) => state === 'taken')
  const all = [...calls, ...hooks.flatMap(({ call }) => call ?? [])]
  return {
    index,
    address: addressText(address),
    graph: address.graph.join('/'),
    graphId,
    node: address.node,
    kind,
    status,
    isCached: calls.some(({ outcome }) => outcome === 'cached'),
    isPinned: all.some(({ pinned }) => pinned),
    calls: calls.length,
    failedCalls: calls.filter(({ failed }) => failed).length,
    to: decision?.to ?? null,
    because: decision?.because ?? null,
    taken: taken ? { kind: decision?.because === 'error-edge' ? 'on_error' : 'next', index: taken.index } : null,
    remarks: remarksOn(record),
  }
}

/** R16: warnings about valid but surprising behavior. */
function remarksOn({ over, decision, calls, assigned, output }: StepRecord): readonly string[] {
  const found: string[] = []
  if (over && !isList(over.value)) found.push('the value to loop over is not a list')
  else if (isList(over?.value) && over.value.length === 0) found.push('the list to loop over is empty')
  if (decision?.because === 'no-match') found.push('no edge matched')
  if (decision?.because === 'no-target') found.push('the matching edge does not name a node')
  const problems = (decision?.edges ?? []).flatMap(({ verdict }) => (verdict ? problemsIn(verdict) : []))
  found.push(...problems.map((problem) => `cannot evaluate a condition: ${problem}`))
  const origins = [
    ...calls.flatMap((call) => call.origins),
    ...assigned.flatMap((one) => one.origins),
    ...(output?.origins ?? []),
  ]
  const unresolved = new Set(
    origins
      .filter(({ from, expression }) => from === null && !expression.startsWith('input:'))
      .map(({ expression }) => expression),
  )
  for (const expression of unresolved) found.push(`\${${expression}} is null`)
  return found
}

/** The parts of a condition that cannot be evaluated and therefore count as false (S3). */
export function problemsIn(verdict: ConditionVerdict): readonly string[] {
  if (verdict.kind === 'unreadable') return [verdict.problem]
  if (verdict.kind === 'compared') return verdict.problem === null ? [] : [verdict.problem]
  return verdict.kind === 'empty' ? [] : verdict.parts.flatMap(problemsIn)
}

/** A record with all details. `before` contains the earlier records of the walk. */
export function stepView(
  record: StepRecord,
  index: number,
  before: readonly StepRecord[],
  { results, graphId }: { readonly results: ReadonlyMap<string, ExecutionResult>; readonly graphId: string },
): StepView {
  const origin = (origins: readonly Origin[]): readonly OriginView[] =>
    origins.map((one) => originView(one, record, before))
  const call = (one: CallRecord): CallView => ({
    address: addressText(one.address),
    item_id: pyStr(one.item_id),
    params: valueText(one.params),
    origins: origin(one.origins),
    outcome: one.outcome,
    isPinned: one.pinned,
    failed: one.failed,
    result: valueText(one.result),
    chain: results.get(addressText(one.address))?.chain.map(({ item_id }) => item_id) ?? [],
    digest: one.digest,
  })
  const filled = (part: StepRecord['over']) => part && { value: valueText(part.value), origins: origin(part.origins) }
  return {
    row: stepRow(record, index, graphId),
    clock: new Date(record.now).toISOString(),
    calls: record.calls.slice(0, mostCalls).map(call),
    hooks: record.hooks.map(({ event, call: made, ran }) => ({
      text: `${event}${ran ? '' : ', condition not met'}`,
      call: made && call(made),
    })),
    over: filled(record.over),
    assigned: record.assigned.map(({ key, value, origins }) => ({
      key: pyStr(key),
      value: valueText(value),
      origins: origin(origins),
    })),
    output: filled(record.output),
    edges: (record.decision?.edges ?? []).map(({ to, state, verdict }) => ({
      to,
      state,
      lines: verdict ? verdictLines(verdict) : [],
    })),
    because: record.decision?.because ?? null,
    changes: valueDifferences(record.before, record.after),
    state: valueText(record.after),
  }
}

/** An origin, with the last step that set its state key. */
function originView(origin: Origin, { address }: StepRecord, before: readonly StepRecord[]): OriginView {
  const { at, expression, from, skipped, unknown_pipes } = origin
  const key = from === null ? null : (/^state\.([^.[]+)/.exec(from)?.[1] ?? null)
  const graph = address.graph.join('/')
  const writer =
    key === null
      ? undefined
      : before.findLast(
          (record) => record.address.graph.join('/') === graph && record.before.get(key) !== record.after.get(key),
        )
  const remarks = [
    ...(skipped.length > 0 ? [`${skipped.join(', ')} ${skipped.length === 1 ? 'was' : 'were'} null`] : []),
    ...unknown_pipes.map((name) => `unknown pipe ${name}`),
  ]
  return {
    at,
    expression,
    from,
    step: writer ? addressText(writer.address) : null,
    remark: remarks.length > 0 ? remarks.join('; ') : null,
  }
}

function verdictLines(verdict: ConditionVerdict, depth = 0): readonly VerdictLine[] {
  const { met } = verdict
  switch (verdict.kind) {
    case 'empty':
      return [{ depth, met, text: 'no condition' }]
    case 'unreadable':
      return [{ depth, met, text: verdict.problem }]
    case 'compared': {
      const { path, op, found, value, problem } = verdict
      const compared = op === 'exists' ? `${path} exists` : `${path} ${op} ${valueText(value)}`
      return [{ depth, met, text: `${compared}; found ${valueText(found)}${problem === null ? '' : `: ${problem}`}` }]
    }
    case 'any':
    case 'all':
    case 'not':
      return [{ depth, met, text: verdict.kind }, ...verdict.parts.flatMap((part) => verdictLines(part, depth + 1))]
  }
}
