import { limits } from '../limits.ts'
import { isList, type Dict, type Value } from '../read/value/value.ts'
import { dictOf, field, integerOf, textField } from './document.ts'
import { waitForCall, type GraphCall, type Walking } from './effects.ts'
import { errorOf } from './envelope.ts'
import type { Origin } from './interpolate.ts'
import type { CallRecord } from './record.ts'
import { loopVariable } from './state-keys.ts'
import { choose, meetFailure, record, type Attempt, type StepOutcome } from './step.ts'
import { limitOf, WalkLimit, type PreparedCall, type StepContext } from './step-context.ts'

const noResult: Dict = new Map()

/**
 * R16.2: runs one action per item, as one step. All items run, even after a failure; if the budget has too few calls
 * for them, none runs, and `WalkLimit` is thrown. Hooks do not run.
 */
export function* foreachStep(context: StepContext, attempt: Attempt): Walking<StepOutcome> {
  const { node, step, now } = attempt
  const origins: Origin[] = []
  const value = context.interpolator.fill(field(node.fields, 'over'), context.scope(now), origins)
  // A value that is not a list counts as an empty list. The record contains the original value.
  const items = isList(value) ? value : []
  const affordable = context.budget.limits.graphActions - context.budget.actions
  if (items.length > affordable) throw new WalkLimit('graphActions', limitOf(context.budget, 'graphActions'))
  const parallel = field(node.fields, 'parallel') === true
  const calls = yield* parallel ? parallelItems(context, attempt, items) : sequentialItems(context, attempt, items)
  const parts = { calls, over: { value, origins } }
  const failures = calls.filter(({ failed }) => failed).map(({ result }) => result)
  const policy = failures.length === 0 ? null : meetFailure(context, attempt, failures)
  const collect = textField(node.fields, 'collect')
  if (collect !== null) context.put(collect, calls.map(collected))
  if (policy?.kind === 'fail') {
    record(context, attempt, 'failed', parts)
    return { kind: 'failed', error: errorOf(failures[0]!) }
  }
  const decision = policy?.kind === 'edge' ? policy.decision : choose(context, node, noResult)
  context.host.observe({ kind: 'foreach_completed', step, node: node.name, next: decision.to })
  const status = policy === null ? 'done' : policy.kind === 'edge' ? 'failed-handled' : 'failed-continued'
  record(context, attempt, status, { ...parts, decision })
  return { kind: 'next', decision, failed: policy !== null }
}

/** The collected value of a call: its result, or only `thread_id` if the result has that key. */
function collected({ result }: CallRecord): Value {
  return result.has('thread_id') ? result.get('thread_id')! : result
}

function prepareItem(context: StepContext, attempt: Attempt, index: number, item: Value, state: Dict): PreparedCall {
  const { node, address, now } = attempt
  const name = loopVariable(node)
  const scope = context.scope(now, new Map(state).set(name, item), [[name, item]])
  const call = context.prepare(dictOf(field(node.fields, 'action')), scope, { ...address, item: index })
  return call
}

/**
 * Runs items one after another. They can use the whole state, but the loop variable is never stored in the state (S10).
 */
function* sequentialItems(
  context: StepContext,
  attempt: Attempt,
  items: readonly Value[],
): Walking<readonly CallRecord[]> {
  const calls: CallRecord[] = []
  for (const [index, item] of items.entries()) {
    const prepared = prepareItem(context, attempt, index, item, context.state)
    calls.push(yield* context.call(prepared, attempt.node.name, attempt.node))
  }
  return calls
}

/** Runs items in parallel, up to the concurrency limit. They can use only `inputs` and their item. */
function* parallelItems(
  context: StepContext,
  attempt: Attempt,
  items: readonly Value[],
): Walking<readonly CallRecord[]> {
  const { node } = attempt
  const own = integerOf(field(node.fields, 'max_concurrency'))
  const most = Math.min(Math.max(own !== null && own >= 1 ? own : context.maxConcurrency, 1), limits.graphConcurrency)
  const inputs = context.state.get('inputs')
  const seen: Dict = inputs === undefined ? new Map() : new Map<Value, Value>([['inputs', inputs]])
  const calls: CallRecord[] = []
  const running = new Map<GraphCall, { readonly index: number; readonly prepared: PreparedCall }>()
  for (const [index, item] of items.entries()) {
    const prepared = prepareItem(context, attempt, index, item, seen)
    const known = context.withoutCall(prepared, node)
    if (known) {
      calls[index] = known
      continue
    }
    const call = context.begin(prepared, node.name)
    yield { kind: 'start', call }
    running.set(call, { index, prepared })
    if (running.size >= most) yield* finishOne(context, attempt, running, calls)
  }
  while (running.size > 0) yield* finishOne(context, attempt, running, calls)
  return calls
}

function* finishOne(
  context: StepContext,
  { node }: Attempt,
  running: Map<GraphCall, { readonly index: number; readonly prepared: PreparedCall }>,
  calls: CallRecord[],
): Walking<void> {
  const { call, answer } = yield* waitForCall()
  const begun = running.get(call)
  if (!begun) throw new Error('the host answered a call that was not started')
  running.delete(call)
  calls[begun.index] = context.finish(begun.prepared, answer, node)
}
