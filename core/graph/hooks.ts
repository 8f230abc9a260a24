import { isTruthy, type Dict, type Value } from '../read/value/value.ts'
import type { StepAddress } from './address.ts'
import { evaluateCondition } from './condition.ts'
import { field, integerOf, type Hook } from './document.ts'
import type { Walking } from './effects.ts'
import type { CallRecord, HookRecord } from './record.ts'
import type { StepContext } from './step-context.ts'

export type HookEvent = 'graph_started' | 'after_step' | 'error' | 'limit' | 'graph_completed'

/**
 * The records of an event's hooks, and the control result. Only the control result of an `error` hook has an effect.
 */
export interface HooksRun {
  readonly records: readonly HookRecord[]
  readonly control: Dict | null
}

/** R16.5: the default number of retries. */
export const usualRetries = 3

/** R16.5: runs all matching hooks of an event, ordered by layer, then by file order. */
export function* runHooks(
  context: StepContext,
  event: HookEvent,
  place: Pick<StepAddress, 'node' | 'visit' | 'attempt'>,
  bindings: readonly (readonly [string, Value])[],
): Walking<HooksRun> {
  const hooks = context.graph.hooks.filter((hook) => hook.event === event)
  if (hooks.length === 0) return { records: [], control: null }
  hooks.sort((a, b) => a.layer - b.layer || a.index - b.index)
  // S16: the bindings override names of the scope.
  const scope = context.scope(context.host.now(), context.state, bindings)
  const records: HookRecord[] = []
  let control: Dict | null = null
  for (const hook of hooks) {
    const address = { graph: context.path, ...place, item: null, hook: { event, index: hook.index } }
    const { record, said } = yield* runHook(context, hook, event, scope, address)
    records.push(record)
    if (said && (hook.layer === 1 || hook.layer === 2)) control ??= said
  }
  return { records, control }
}

function* runHook(
  context: StepContext,
  hook: Hook,
  event: HookEvent,
  scope: Dict,
  address: StepAddress,
): Walking<{ readonly record: HookRecord; readonly said: Dict | null }> {
  const verdict = hook.condition === null ? null : evaluateCondition(hook.condition, scope, context.sizes)
  const seen = { event, index: hook.index, verdict }
  if (verdict?.met === false || hook.action === null) return { record: { ...seen, call: null, ran: false }, said: null }
  const retry = bareRetry(hook.action)
  if (retry) return { record: { ...seen, call: null, ran: true }, said: retry }
  const prepared = context.prepare(hook.action, scope, address, 'kept')
  const call = yield* context.call(prepared, `hook:${event}`, null)
  return { record: { ...seen, call, ran: true }, said: controlOf(call) }
}

/**
 * S14: the control result of the action `{retry: true, max_retries}` without an item, which requests a retry without a
 * call; null for other actions.
 */
function bareRetry(action: Dict): Dict | null {
  if (field(action, 'retry') !== true || field(action, 'item_id') !== null) return null
  return new Map<Value, Value>([
    ['action', 'retry'],
    ['max_retries', field(action, 'max_retries')],
  ])
}

/**
 * The control result of a hook; null if there is none. A raw result that is null or empty is not a control result, and
 * neither is the result `{success: true}`.
 */
function controlOf({ outcome, raw, result }: CallRecord): Dict | null {
  if (outcome !== 'answered' || !isTruthy(raw)) return null
  return result.size === 1 && result.get('success') === true ? null : result
}

/** The number of retries that a control result allows; null if it does not request a retry. */
export function retriesAllowed(control: Dict | null): number | null {
  if (control?.get('action') !== 'retry') return null
  return integerOf(field(control, 'max_retries')) ?? usualRetries
}
