import * as v from 'valibot'
import type { StepAddress } from '../../graph/address.ts'
import type { WalkLimitName } from '../../graph/budget.ts'
import type { Verdict } from '../../graph/condition.ts'
import type { Decision } from '../../graph/edges.ts'
import type { WalkEnding, WalkRefusal } from '../../graph/ending.ts'
import type { GraphError } from '../../graph/findings.ts'
import type { Origin } from '../../graph/interpolate.ts'
import type { CallRecord, HookRecord, StepRecord, SuppressedError } from '../../graph/record.ts'
import { decodeValue } from '../../read/value/encode.ts'
import type { Dict, Value } from '../../read/value/value.ts'
import { defaultWalkLimits } from '../../graph/budget.ts'
import { planSchema } from './plan-schema.ts'
import { resultSchema } from './result-schema.ts'
import { count, json, shortText, type Reads } from './values.ts'

const value: Reads<Value> = v.pipe(json, v.transform(decodeValue))
const dict: Reads<Dict> = v.pipe(
  json,
  v.transform(decodeValue),
  v.custom<Dict>((read) => read instanceof Map, 'must be a mapping'),
)
const path: Reads<readonly Value[]> = v.pipe(
  json,
  v.transform(decodeValue),
  v.custom<readonly Value[]>(Array.isArray, 'must be a list'),
)
const words = v.array(v.string())
const name = v.nullable(v.string())

const kind = <const Kind extends string, const Entries extends v.ObjectEntries>(kind: Kind, entries: Entries) =>
  v.object({ kind: v.literal(kind), ...entries })

const address: Reads<StepAddress> = v.object({
  graph: words,
  node: name,
  visit: count,
  attempt: count,
  item: v.nullable(count),
  hook: v.nullable(v.object({ event: v.string(), index: count })),
})

const origins: Reads<Origin[]> = v.array(
  v.object({
    at: v.string(),
    expression: v.string(),
    from: name,
    skipped: words,
    pipes: words,
    unknown_pipes: words,
  }),
)

const call: Reads<CallRecord> = v.object({
  address,
  item_id: value,
  params: value,
  origins,
  digest: v.string(),
  outcome: v.picklist(['answered', 'threw', 'refused', 'cached']),
  raw: value,
  result: dict,
  failed: v.boolean(),
  pinned: v.boolean(),
})

const verdict: Reads<Verdict> = v.variant('kind', [
  kind('compared', {
    met: v.boolean(),
    path: v.string(),
    op: v.string(),
    found: value,
    value,
    problem: name,
  }),
  kind('empty', { met: v.literal(true) }),
  kind('unreadable', { met: v.literal(false), problem: v.string() }),
  v.object({
    kind: v.picklist(['any', 'all', 'not']),
    met: v.boolean(),
    parts: v.array(v.lazy((): Reads<Verdict> => verdict)),
  }),
])

const decision: Reads<Decision> = v.object({
  to: name,
  because: v.picklist(['named', 'matched', 'no-next', 'no-match', 'no-target', 'error-edge']),
  edges: v.array(
    v.object({
      index: count,
      to: name,
      verdict: v.nullable(verdict),
      state: v.picklist(['taken', 'not-met', 'not-evaluated']),
    }),
  ),
})

const hook: Reads<HookRecord> = v.object({
  event: v.string(),
  index: count,
  verdict: v.nullable(verdict),
  call: v.nullable(call),
  ran: v.boolean(),
})

const filled = v.object({ value, origins })

/** The changes of a state since it was last sent: keys with new values, and removed keys. */
const difference = v.object({ put: v.array(v.tuple([value, value])), gone: v.array(value) })
export type StateDifference = v.InferOutput<typeof difference>

/** The record of a step in a message. It contains only the changes of the states. */
const stepRecord: Reads<RecordMessage> = v.object({
  address,
  step: count,
  kind: v.picklist(['action', 'gate', 'foreach', 'return']),
  status: v.picklist(['done', 'returned', 'retried', 'failed-handled', 'failed-continued', 'failed', 'cut']),
  now: v.number(),
  calls: v.array(call),
  hooks: v.array(hook),
  assigned: v.array(v.object({ key: value, value, origins })),
  over: v.nullable(filled),
  output: v.nullable(filled),
  decision: v.nullable(decision),
  before: difference,
  after: difference,
})
export type RecordMessage = Omit<StepRecord, 'before' | 'after'> & {
  readonly before: StateDifference
  readonly after: StateDifference
}

const graphError: Reads<GraphError> = v.variant('kind', [
  kind('malformed', { node: name, problem: v.string(), at: path }),
  v.object({ kind: v.picklist(['no-permissions', 'no-start', 'bad-on-error']), at: path, value }),
  kind('unknown-start', { target: value, at: path }),
  v.object({ kind: v.picklist(['unknown-next', 'unknown-on-error']), node: v.string(), target: v.string(), at: path }),
  v.object({
    kind: v.picklist(['foreach-without-over', 'foreach-without-action', 'async-foreach', 'missing-action']),
    node: v.string(),
    at: path,
  }),
])

/** One row per refusal and per ending. A missing row does not compile. */
const refusals = {
  'graph-invalid': kind('graph-invalid', { errors: v.array(graphError) }),
  'env-missing': kind('env-missing', { missing: v.array(v.object({ node: name, name: v.string() })) }),
  'unknown-node': kind('unknown-node', { node: v.string() }),
  'no-saved-state': kind('no-saved-state', {}),
  'no-current-node': kind('no-current-node', {}),
  'inputs-missing': kind('inputs-missing', { missing: words }),
} satisfies { readonly [Kind in WalkRefusal['kind']]: Reads<Extract<WalkRefusal, { readonly kind: Kind }>> }

const limitName = v.custom<WalkLimitName>(
  (text) =>
    typeof text === 'string' &&
    (Object.hasOwn(defaultWalkLimits, text) || text === 'graphValueLength' || text === 'valueDepth'),
  'must be the name of a limit',
)

const endings = {
  refused: kind('refused', { because: v.variant('kind', Object.values(refusals)) }),
  completed: kind('completed', {
    output: value,
    via: v.picklist(['return', 'no-next', 'no-match', 'no-target']),
    node: v.string(),
  }),
  failed: kind('failed', { node: v.string(), error: value }),
  'node-not-found': kind('node-not-found', { node: v.string() }),
  'max-steps': kind('max-steps', { most: v.number(), next: v.string() }),
  limit: kind('limit', { limit: limitName, most: v.number(), node: name }),
  cancelled: kind('cancelled', { next: name }),
  stepped: kind('stepped', { success: v.boolean(), next: name }),
} satisfies { readonly [Kind in WalkEnding['kind']]: Reads<Extract<WalkEnding, { readonly kind: Kind }>> }

const errors: Reads<SuppressedError[]> = v.array(v.object({ step: count, node: v.string(), error: v.string() }))

/** A position in nested graphs: the addresses of the enclosing calls. */
const graph = { graph: words }

/** The value of `by` and `answer` if waiting ended without an answer. */
export const noUser = 'nobody'

/** R16.8: the messages of a running walk, the same from the server and from a page worker. */
export const graphSchema = v.variant('kind', [
  kind('graph_started', { ...graph, node: v.string() }),
  kind('step_started', { ...graph, step: count, node: v.string() }),
  kind('step_completed', {
    ...graph,
    step: count,
    node: v.string(),
    status: v.picklist(['ok', 'error', 'completed']),
    next: name,
    cached: v.boolean(),
  }),
  kind('foreach_completed', { ...graph, step: count, node: v.string(), next: name }),
  kind('graph_completed', { ...graph, steps: count, status: v.picklist(['completed', 'completed_with_errors']) }),
  kind('graph_error', { ...graph, steps: count }),
  kind('graph_cancelled', { ...graph, steps: count }),
  kind('call_started', { ...graph, address: v.string(), item_id: v.string() }),
  kind('call_finished', { ...graph, address: v.string(), failed: v.boolean() }),
  kind('state_injected', { ...graph, address: v.string(), keys: path }),
  kind('step_recorded', { ...graph, record: stepRecord }),
  /**
   * R16.1: the result of a node's call, with the call's chain and trace. The walk of a nested graph is sent before
   * the result.
   */
  kind('call_answered', { ...graph, address: v.string(), result: resultSchema }),
  kind('walk_ended', { ...graph, ending: v.variant('kind', Object.values(endings)), steps: count, errors }),
  /** A command without approval. The walk pauses at this call until the user answers. */
  kind('asks', {
    ...graph,
    question: shortText,
    digest: shortText,
    address: v.string(),
    item_id: v.string(),
    plan: planSchema,
  }),
  /** R16.8: the walk pauses before a step. On a server, it ends if no command arrives in time. */
  kind('held', { ...graph, address: v.string(), node: name }),
  kind('went_on', { ...graph, by: v.picklist(['person', noUser]) }),
  /** A walk that stopped before its end, as a document for `readSavedWalk`. Another run can resume the walk. */
  kind('walk_saved', { ...graph, saved: json }),
  kind('answered', { ...graph, question: shortText, answer: v.picklist(['no', 'this', 'node', noUser]) }),
])
export type GraphMessage = v.InferOutput<typeof graphSchema>
