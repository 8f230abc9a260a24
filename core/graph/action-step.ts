import { isDict, type Dict, type Value } from '../read/value/value.ts'
import { dictOf, field, integerOf } from './document.ts'
import type { Walking } from './effects.ts'
import { errorOf } from './envelope.ts'
import { retriesAllowed, runHooks, type HooksRun } from './hooks.ts'
import type { CallRecord, HookRecord } from './record.ts'
import { choose, meetFailure, record, type Attempt, type StepOutcome } from './step.ts'
import type { StepContext } from './step-context.ts'

/**
 * R16.2: interpolates, checks and calls an action, handles an error, applies `assign`, chooses `next`, and runs
 * `after_step` hooks.
 */
export function* actionStep(context: StepContext, attempt: Attempt): Walking<StepOutcome> {
  const { node, address, now } = attempt
  const prepared = context.prepare(dictOf(field(node.fields, 'action')), context.scope(now), address)
  const call = yield* context.call(prepared, node.name, node)
  if (call.failed) return yield* failedAction(context, attempt, call)
  const assigned = context.assign(node, now, call.result)
  const decision = choose(context, node, call.result)
  report(context, attempt, 'ok', decision.to, call.outcome === 'cached')
  const { records: hooks } = yield* afterStep(context, attempt, decision.to, call.result)
  record(context, attempt, 'done', { calls: [call], hooks, assigned, decision })
  return { kind: 'next', decision, failed: false }
}

/**
 * R16.5: runs the error hooks, then retries, follows the error edge, ends the run, or continues with a recorded error.
 */
function* failedAction(context: StepContext, attempt: Attempt, call: CallRecord): Walking<StepOutcome> {
  const { node, step } = attempt
  const { records: hooks, control } = yield* runHooks(context, 'error', attempt.address, [
    ['error', call.result],
    ['classification', classification],
    ['node', node.name],
    ['state', context.state],
    ['step_count', step],
  ])
  if (countRetry(context, node.name, control)) {
    record(context, attempt, 'retried', { calls: [call], hooks })
    return { kind: 'again' }
  }
  const policy = meetFailure(context, attempt, [call.result])
  if (policy.kind === 'edge') {
    report(context, attempt, 'error', policy.decision.to, false)
    record(context, attempt, 'failed-handled', { calls: [call], hooks, decision: policy.decision })
    return { kind: 'next', decision: policy.decision, failed: true }
  }
  if (policy.kind === 'fail') {
    record(context, attempt, 'failed', { calls: [call], hooks })
    return { kind: 'failed', error: errorOf(call.result) }
  }
  return yield* goOn(context, attempt, call, hooks)
}

/** `on_error: continue`: skips `assign` and chooses `next` with the failed result. */
function* goOn(
  context: StepContext,
  attempt: Attempt,
  call: CallRecord,
  hooks: readonly HookRecord[],
): Walking<StepOutcome> {
  const decision = choose(context, attempt.node, call.result)
  report(context, attempt, 'error', decision.to, false)
  const after = yield* afterStep(context, attempt, decision.to, call.result)
  record(context, attempt, 'failed-continued', { calls: [call], hooks: [...hooks, ...after.records], decision })
  return { kind: 'next', decision, failed: true }
}

const classification: Dict = new Map<Value, Value>([
  ['retryable', false],
  ['category', 'permanent'],
])

/** Counts a retry that a control result requests. Returns whether the retry is allowed. Counters are never reset. */
function countRetry(context: StepContext, node: string, control: Dict | null): boolean {
  const allowed = retriesAllowed(control)
  if (allowed === null) return false
  const retries = context.state.get('_retries') ?? null
  const counters = isDict(retries) ? retries : new Map<Value, Value>()
  const count = integerOf(counters.get(node) ?? null) ?? 0
  if (count >= allowed) return false
  context.put('_retries', new Map(counters).set(node, count + 1))
  return true
}

function* afterStep(context: StepContext, attempt: Attempt, next: string | null, result: Dict): Walking<HooksRun> {
  return yield* runHooks(context, 'after_step', attempt.address, [
    ['node', attempt.node.name],
    ['next_node', next],
    ['state', context.state],
    ['step_count', attempt.step],
    ['result', result],
  ])
}

function report(
  context: StepContext,
  { node, step }: Attempt,
  status: 'ok' | 'error',
  next: string | null,
  cached: boolean,
) {
  context.host.observe({ kind: 'step_completed', step, node: node.name, status, next, cached })
}
