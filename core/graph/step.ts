import { isTruthy, type Dict, type Value } from '../read/value/value.ts'
import type { StepAddress } from './address.ts'
import { field, textField, type GraphNode } from './document.ts'
import { chooseEdge, errorEdge, type Decision } from './edges.ts'
import { errorOf } from './envelope.ts'
import type { Origin } from './interpolate.ts'
import type { StepRecord, StepStatus } from './record.ts'
import type { StepContext } from './step-context.ts'
import { pyStr } from '../read/value/text.ts'

/** An attempt of a node while it runs. */
export interface Attempt {
  readonly node: GraphNode
  readonly address: StepAddress
  readonly step: number
  /** The time of the whole step in milliseconds. */
  readonly now: number
  readonly before: Dict
}

/** The fields of a step's record that only some steps have. */
export type StepParts = Partial<Pick<StepRecord, 'calls' | 'hooks' | 'assigned' | 'over' | 'output' | 'decision'>>

/** The outcome of one attempt at a node. */
export type StepOutcome =
  | { readonly kind: 'next'; readonly decision: Decision; readonly failed: boolean }
  | { readonly kind: 'again' }
  | { readonly kind: 'returned'; readonly output: Value }
  | { readonly kind: 'failed'; readonly error: Value }

/** Records the end of an attempt, with its decisions. */
export function record(context: StepContext, attempt: Attempt, status: StepStatus, parts: StepParts): void {
  const { node, address, step, now, before } = attempt
  const { calls = [], hooks = [], assigned = [], over = null, output = null, decision = null } = parts
  const after = context.state
  context.host.observe({
    kind: 'step_recorded',
    record: {
      address,
      step,
      kind: node.kind,
      status,
      now,
      calls,
      hooks,
      assigned,
      over,
      output,
      decision,
      before,
      after,
    },
  })
}

/** Chooses the next node from `state`, `inputs` and `result` (R16.2). */
export function choose(context: StepContext, node: GraphNode, result: Dict): Decision {
  const scope: Dict = new Map<Value, Value>([
    ['state', context.state],
    ['inputs', context.state.get('inputs') ?? null],
    ['result', result],
  ])
  return chooseEdge(field(node.fields, 'next'), scope, context.sizes)
}

const noResult: Dict = new Map()

/** R16.2: a gate assigns without a `result` and continues. Its edges see an empty result, and its action is ignored. */
export function gateStep(context: StepContext, attempt: Attempt): StepOutcome {
  const { node, step, now } = attempt
  const assigned = context.assign(node, now, null)
  const decision = choose(context, node, noResult)
  context.host.observe({
    kind: 'step_completed',
    step,
    node: node.name,
    status: 'ok',
    next: decision.to,
    cached: false,
  })
  record(context, attempt, 'done', { assigned, decision })
  return { kind: 'next', decision, failed: false }
}

/** R16.2: a return completes the run. An absent or empty `output` is `{}`, and all other fields are ignored. */
export function returnStep(context: StepContext, attempt: Attempt): StepOutcome {
  const { node, step, now } = attempt
  const given = field(node.fields, 'output')
  const origins: Origin[] = []
  const value = isTruthy(given) ? context.interpolator.fill(given, context.scope(now), origins) : noResult
  const output = { value: context.sizes.checked(value), origins }
  context.host.observe({
    kind: 'step_completed',
    step,
    node: node.name,
    status: 'completed',
    next: null,
    cached: false,
  })
  record(context, attempt, 'returned', { output })
  return { kind: 'returned', output: output.value }
}

/** The handling of a failure after the last retry (R16.5). */
export type FailurePolicy =
  { readonly kind: 'edge'; readonly decision: Decision } | { readonly kind: 'continue' } | { readonly kind: 'fail' }

/**
 * Stores the error in the state, and in the error list if the walk continues. Returns the error policy of the node and
 * the graph.
 */
export function meetFailure(context: StepContext, { node, step }: Attempt, failures: readonly Dict[]): FailurePolicy {
  const [first = noResult] = failures
  context.put(
    '_last_error',
    new Map<Value, Value>([
      ['node', node.name],
      ['error', errorOf(first)],
    ]),
  )
  const edge = textField(node.fields, 'on_error')
  if (edge !== null) return { kind: 'edge', decision: errorEdge(edge) }
  if (!context.graph.continues) return { kind: 'fail' }
  for (const failure of failures) context.errors.push({ step, node: node.name, error: pyStr(errorOf(failure)) })
  return { kind: 'continue' }
}
