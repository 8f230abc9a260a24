import { pureHost } from '#core/answer'
import {
  RecentResults,
  replayWalk,
  walkGraph,
  type CallAnswer,
  type GraphCall,
  type ResultCache,
  type SavedWalk,
  type WalkEnding,
  type WalkEvent,
  type WalkRequest,
  type WalkResult,
} from '#core/graph'
import { decodeValue, encodeValue, isDict, pyStr, type Dict, type Value } from '#core/read'
import { isObject } from '../read/value/object.ts'
import { asRecord, type Json } from './json.ts'
import { clock, environOf } from './world.ts'

type Fields = Readonly<Record<string, Json>>

/** Answers a `walk` question: one walk with recorded results of its calls (corpus README). */
export function answerWalk(question: Fields): Json {
  return runWalk(question, new Outcomes(question['results']), new RecentResults())
}

/** Runs walks one after another with one cache and one table of results. */
export function answerRerun(question: Fields): Json {
  const outcomes = new Outcomes(question['results'])
  const cache = new RecentResults()
  const runs = question['runs']
  return {
    runs: (Array.isArray(runs) ? (runs as readonly Json[]) : []).map((run) =>
      runWalk({ ...question, ...asRecord(run) }, outcomes, cache),
    ),
  }
}

function runWalk(question: Fields, outcomes: Outcomes, cache: ResultCache): Json {
  const options = asRecord(question['options'] ?? {})
  const calls: Json[] = []
  const events: WalkEvent[] = []
  const first = outcomes.made
  const walk = walkGraph(requestOf(question, options, cache), {
    sha256: pureHost.sha256,
    now: () => clock.milliseconds,
    cancelled: () =>
      typeof options['cancel_at_call'] === 'number' && outcomes.made - first >= options['cancel_at_call'],
    observe: (event) => events.push(event),
  })
  const result = replayWalk(walk, (call) => {
    calls.push({ by: call.by, item_id: call.item_id, params: encodeValue(call.params) })
    return outcomes.answer(call)
  })
  return walkJson(result, calls, events)
}

function requestOf(question: Fields, options: Fields, cache: ResultCache): WalkRequest {
  const number = (name: 'max_steps' | 'max_concurrency'): Partial<WalkRequest> =>
    typeof options[name] === 'number' ? { [name]: options[name] } : {}
  const injected = decodeValue(options['inject_state'] ?? null)
  return {
    document: dict(question['graph']),
    parameters: dict(question['inputs']),
    environ: environOf(question),
    ...number('max_steps'),
    ...number('max_concurrency'),
    capabilities: decodeValue(options['capabilities'] ?? null),
    node: typeof options['node'] === 'string' ? options['node'] : null,
    inject_state: isDict(injected) ? injected : null,
    cache,
    ...('resume' in options ? { resume: savedWalk(options['resume'] ?? null) } : {}),
  }
}

function savedWalk(saved: Json): SavedWalk | null {
  if (saved === null) return null
  const { state, current_node, step_count } = asRecord(saved)
  return {
    state: dict(state),
    current_node: typeof current_node === 'string' ? current_node : null,
    step_count: typeof step_count === 'number' ? step_count : 0,
  }
}

/** Recorded outcomes: the n-th call of an item returns its n-th outcome, and later calls return the last. */
class Outcomes {
  made = 0
  readonly #table: Fields
  readonly #counts = new Map<string, number>()

  constructor(table: Json | undefined) {
    this.#table = asRecord(table ?? {})
  }

  answer({ item_id, params }: GraphCall): CallAnswer {
    this.made++
    const listed = Object.hasOwn(this.#table, item_id) ? this.#table[item_id] : undefined
    const count = this.#counts.get(item_id) ?? 0
    this.#counts.set(item_id, count + 1)
    const outcomes: readonly (Json | undefined)[] = Array.isArray(listed) ? (listed as readonly Json[]) : [listed]
    return outcomeOf(outcomes[Math.min(count, outcomes.length - 1)], params)
  }
}

function outcomeOf(outcome: Json | undefined, params: Value): CallAnswer {
  if (outcome === undefined) return { raw: decodeValue({ status: 'success', data: { success: true } }) }
  if (!isObject(outcome)) return { raw: decodeValue(outcome) }
  const { $echo, $by, $raise, table, else: otherwise } = asRecord(outcome)
  if ($echo === true)
    return { raw: decodeValue({ status: 'success', data: { success: true, echo: encodeValue(params) } }) }
  if (typeof $raise === 'string') return { threw: $raise }
  if (typeof $by !== 'string') return { raw: decodeValue(outcome) }
  const key = pyStr((isDict(params) ? params.get($by) : null) ?? null)
  const rows = asRecord(table ?? {})
  return outcomeOf(Object.hasOwn(rows, key) ? rows[key] : otherwise, params)
}

function walkJson(result: WalkResult, calls: readonly Json[], events: readonly WalkEvent[]): Json {
  const { ending, errors } = result
  if (ending.kind === 'refused') return { status: 'error', error: ending.because.kind }
  return {
    ...endingJson(ending, errors.length > 0),
    steps: result.steps,
    path: result.records.flatMap(({ address }) => (address.node === null ? [] : [address.node])),
    calls,
    state: encodeValue(result.state),
    errors: errors.map(({ step, node, error }) => ({ step, node, error })),
    events: events.flatMap(eventRow),
  }
}

function endingJson(ending: Exclude<WalkEnding, { readonly kind: 'refused' }>, withErrors: boolean): Fields {
  switch (ending.kind) {
    case 'completed':
      return { status: withErrors ? 'completed_with_errors' : 'completed', output: encodeValue(ending.output) }
    case 'stepped':
      return { status: 'step', success: ending.success, next: ending.next }
    case 'cancelled':
      return { status: 'cancelled' }
    case 'failed':
      return { status: 'error', error: 'node-error', node: ending.node }
    case 'node-not-found':
    case 'max-steps':
    case 'limit':
      return { status: 'error', error: ending.kind }
  }
}

function eventRow(event: WalkEvent): readonly Json[] {
  switch (event.kind) {
    case 'graph_started':
      return [[event.kind, event.node]]
    case 'step_started':
      return [[event.kind, event.step, event.node]]
    case 'step_completed': {
      const { kind, step, node, status, next, cached } = event
      return [[kind, step, node, status, next, ...(cached ? ['cached'] : [])]]
    }
    case 'foreach_completed':
      return [[event.kind, event.step, event.node, event.next]]
    case 'graph_completed':
      return [[event.kind, event.steps, event.status]]
    case 'graph_error':
    case 'graph_cancelled':
      return [[event.kind, event.steps]]
    case 'call_started':
    case 'call_finished':
    case 'state_injected':
    case 'step_recorded':
      return []
  }
}

function dict(json: Json | undefined): Dict {
  const value = decodeValue(json ?? {})
  return isDict(value) ? value : new Map()
}
