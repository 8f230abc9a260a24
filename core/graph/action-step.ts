import { isDict, type Dict, type Value } from '../read/value/value.ts'
import { dictOf, field, integerOf } from './document.ts'
import type { Walking } from './effects.ts'
import { errorOf } from './envelope.ts'
import { retriesAllowed, runHooks, type HooksRun } from './hooks.ts'
import type { CallRecord, HookRecord } from './record.ts'
import { choose, meetFailure, record, type Attempt, type StepOutcome } from './step.ts'
import type { Walker } from './walker.ts'

/** R16.2: interpolate, check, call, handle an error, `assign`, choose `next`, `after_step` hooks. */
export function* actionStep(walker: Walker, attempt: Attempt): Walking<StepOutcome> {
  const { node, address, now } = attempt
  const prepared = walker.prepare(dictOf(field(node.fields, 'action')), walker.scope(now), address)
  const call = yield* walker.call(prepared, node.name, node)
  if (call.failed) return yield* failedAction(walker, attempt, call)
  const assigned = walker.assign(node, now, call.result)
  const decision = choose(walker, node, call.result)
  tell(walker, attempt, 'ok', decision.to, call.outcome === 'cached')
  const { records: hooks } = yield* afterStep(walker, attempt, decision.to, call.result)
  record(walker, attempt, 'done', { calls: [call], hooks, assigned, decision })
  return { kind: 'next', decision, failed: false }
}

/** R16.5: the error hooks first; a retry, the error edge, the end of the run, or going on with a recorded error. */
function* failedAction(walker: Walker, attempt: Attempt, call: CallRecord): Walking<StepOutcome> {
  const { node, step } = attempt
  const { records: hooks, control } = yield* runHooks(walker, 'error', attempt.address, [
    ['error', call.result],
    ['classification', classification],
    ['node', node.name],
    ['state', walker.state],
    ['step_count', step],
  ])
  if (countRetry(walker, node.name, control)) {
    record(walker, attempt, 'retried', { calls: [call], hooks })
    return { kind: 'again' }
  }
  const policy = meetFailure(walker, attempt, [call.result])
  if (policy.kind === 'edge') {
    tell(walker, attempt, 'error', policy.decision.to, false)
    record(walker, attempt, 'failed-handled', { calls: [call], hooks, decision: policy.decision })
    return { kind: 'next', decision: policy.decision, failed: true }
  }
  if (policy.kind === 'fail') {
    record(walker, attempt, 'failed', { calls: [call], hooks })
    return { kind: 'failed', error: errorOf(call.result) }
  }
  return yield* goOn(walker, attempt, call, hooks)
}

/** `on_error: continue`: `assign` is skipped, and `next` chosen with the failed result. */
function* goOn(walker: Walker, attempt: Attempt, call: CallRecord, hooks: readonly HookRecord[]): Walking<StepOutcome> {
  const decision = choose(walker, attempt.node, call.result)
  tell(walker, attempt, 'error', decision.to, false)
  const after = yield* afterStep(walker, attempt, decision.to, call.result)
  record(walker, attempt, 'failed-continued', { calls: [call], hooks: [...hooks, ...after.records], decision })
  return { kind: 'next', decision, failed: true }
}

const classification: Dict = new Map<Value, Value>([
  ['retryable', false],
  ['category', 'permanent'],
])

/** Count a retry that a control result asks for and that is still allowed; counters are never reset. */
function countRetry(walker: Walker, node: string, control: Dict | null): boolean {
  const allowed = retriesAllowed(control)
  if (allowed === null) return false
  const retries = walker.state.get('_retries') ?? null
  const counters = isDict(retries) ? retries : new Map<Value, Value>()
  const count = integerOf(counters.get(node) ?? null) ?? 0
  if (count >= allowed) return false
  walker.put('_retries', new Map(counters).set(node, count + 1))
  return true
}

function* afterStep(walker: Walker, attempt: Attempt, next: string | null, result: Dict): Walking<HooksRun> {
  return yield* runHooks(walker, 'after_step', attempt.address, [
    ['node', attempt.node.name],
    ['next_node', next],
    ['state', walker.state],
    ['step_count', attempt.step],
    ['result', result],
  ])
}

function tell(walker: Walker, { node, step }: Attempt, status: 'ok' | 'error', next: string | null, cached: boolean) {
  walker.host.observe({ kind: 'step_completed', step, node: node.name, status, next, cached })
}
