import type { Host } from '../input/host.ts'
import { limits } from '../limits.ts'
import { isDict, isTruthy, type Dict, type Value } from '../read/value/value.ts'
import { canonicalDigest } from '../trust/integrity/canonical.ts'
import { actionDigest, prepareAction, refusalOf, type PreparedAction } from './action.ts'
import { addressText, type StepAddress } from './address.ts'
import type { Budget, WalkLimitName } from './budget.ts'
import type { ResultCache } from './cache.ts'
import { heldCapabilities } from './capability.ts'
import { isoTime } from './clock.ts'
import { field, type Graph, type GraphNode } from './document.ts'
import { callAndWait, type CallAnswer, type GraphCall, type HeldStep, type Walking } from './effects.ts'
import { failedResult, isFailure, unwrapResult } from './envelope.ts'
import type { WalkEvent } from './events.ts'
import { Interpolator, type Origin } from './interpolate.ts'
import type { AssignRecord, CallRecord, SuppressedError } from './record.ts'
import { Sizes, ValueLimit } from './size.ts'

/** The host's synchronous services for a walk. They do not include calls. */
export interface WalkHost {
  readonly sha256: Host['sha256']
  /** Milliseconds since 1970. */
  now(): number
  /** Whether the walk must end after the current step. */
  cancelled(): boolean
  /** Whether a step must wait for its host before it begins. */
  holds?(step: HeldStep): boolean
  observe(event: WalkEvent): void
}

/** Thrown inside a step if a limit ends the walk. The traversal of this walk catches it. */
export class WalkLimit extends Error {
  readonly limit: WalkLimitName
  readonly most: number
  constructor(limit: WalkLimitName, most: number) {
    super(limit)
    this.limit = limit
    this.most = most
  }
}

/** The shared context of the steps of one walk: the current state, and functions to call and interpolate. */
export class StepContext {
  readonly graph: Graph
  readonly host: WalkHost
  readonly budget: Budget
  readonly path: readonly string[]
  readonly held: readonly string[]
  readonly maxConcurrency: number
  readonly interpolator = new Interpolator(new Sizes())
  readonly errors: SuppressedError[]
  state: Dict
  steps: number
  /** The calls of the current attempt so far. If a limit ends the attempt, they are its only record. */
  made: CallRecord[] = []
  readonly #cache: ResultCache | undefined
  #configDigest: string | undefined

  constructor(settings: {
    readonly graph: Graph
    readonly host: WalkHost
    readonly budget: Budget
    readonly path: readonly string[]
    readonly capabilities: Value
    readonly maxConcurrency: number
    readonly cache: ResultCache | undefined
    readonly state: Dict
    readonly steps: number
    readonly errors: readonly SuppressedError[]
  }) {
    this.graph = settings.graph
    this.host = settings.host
    this.budget = settings.budget
    this.path = settings.path
    this.held = heldCapabilities(settings.capabilities)
    this.maxConcurrency = settings.maxConcurrency
    this.#cache = settings.cache
    this.state = settings.state
    this.steps = settings.steps
    this.errors = [...settings.errors]
  }

  get sizes(): Sizes {
    return this.interpolator.sizes
  }

  /**
   * The names available in expressions (R16.3): `state`, `inputs` (always equal to `state.inputs`, S12), the clock, and
   * others.
   */
  scope(now: number, state: Dict = this.state, more: readonly (readonly [string, Value])[] = []): Dict {
    return new Map<Value, Value>([
      ['_now', isoTime(now)],
      ['_timestamp', now],
      ['inputs', state.get('inputs') ?? null],
      ['state', state],
      ...more,
    ])
  }

  /**
   * Sets a state key. Throws `ValueLimit` for a value that is too large, and `WalkLimit` if the state or all data
   * together is.
   */
  put(key: Value, value: Value): void {
    const state = new Map(this.state).set(key, this.sizes.checked(value))
    this.#spend(value)
    const most = this.budget.limits.graphStateLength
    if (this.sizes.of(state) > most) throw new WalkLimit('graphStateLength', most)
    this.state = state
  }

  /** R16.8, `inject_state`: overrides state keys with external values. */
  inject(address: StepAddress, keys: Dict): void {
    for (const [key, value] of keys) this.put(key, value)
    this.host.observe({ kind: 'state_injected', address: addressText(address), keys: [...keys.keys()] })
  }

  /**
   * R16.2, `assign`: assigns keys in file order. Each value can use earlier assignments. Unresolved values are null.
   */
  assign(node: GraphNode, now: number, result: Dict | null): readonly AssignRecord[] {
    const assign = field(node.fields, 'assign')
    if (!isDict(assign)) return []
    const more = result ? ([['result', result]] as const) : []
    return [...assign].map(([key, value]): AssignRecord => {
      const origins: Origin[] = []
      const filled = this.interpolator.fill(value, this.scope(now, this.state, more), origins)
      this.put(key, filled)
      return { key, value: filled, origins }
    })
  }

  /** Interpolates an action and checks whether the action is allowed. */
  prepare(action: Dict, scope: Dict, address: StepAddress, nulls: 'dropped' | 'kept' = 'dropped'): PreparedCall {
    const prepared = prepareAction(this.interpolator, action, scope, nulls)
    this.sizes.checked(prepared.params)
    return { address, prepared, digest: actionDigest(this.host, prepared), refusal: refusalOf(prepared, this.held) }
  }

  /** Begins the call of an allowed action and counts it in the budget. Throws `WalkLimit` if the budget is used up. */
  begin(call: PreparedCall, by: string): GraphCall {
    const limit = this.budget.action(this.host.now())
    if (limit !== null) throw new WalkLimit(limit, limitOf(this.budget, limit))
    const { address, prepared, digest } = call
    const item_id = String(prepared.itemId)
    this.#spend(prepared.params)
    this.host.observe({ kind: 'call_started', address: addressText(address), item_id })
    return { address, by, item_id, params: prepared.params, digest }
  }

  /** Refuses an action, finds its result in the cache, or calls it. `node` is null for hooks, which are not cached. */
  *call(call: PreparedCall, by: string, node: GraphNode | null): Walking<CallRecord> {
    const known = this.withoutCall(call, node)
    if (known) return known
    return this.finish(call, yield* callAndWait(this.begin(call, by)), node)
  }

  /** The record of an action that is refused or cached; null if the action must be called. */
  withoutCall(call: PreparedCall, node: GraphNode | null): CallRecord | null {
    if (call.refusal !== null) return this.#keep(recordOf(call, 'refused', null, failedResult(call.refusal)))
    const key = this.#cacheKey(call, node)
    const kept = key === null ? undefined : this.#cache?.get(key)
    return kept === undefined ? null : this.#keep(recordOf(call, 'cached', null, kept))
  }

  /** The record of a call. Stores a successful result if the node is cached and the result is not pinned (R16.8). */
  finish(call: PreparedCall, answer: CallAnswer, node: GraphNode | null): CallRecord {
    const record = this.#keep(
      'threw' in answer
        ? recordOf(call, 'threw', answer.threw, failedResult(answer.threw), answer.pinned)
        : recordOf(call, 'answered', answer.raw, unwrapResult(this.sizes.checked(answer.raw)), answer.pinned),
    )
    this.#spend(record.raw)
    const key = this.#cacheKey(call, node)
    if (key !== null && !record.failed && !record.pinned) this.#cache?.set(key, record.result)
    const { failed } = record
    this.host.observe({ kind: 'call_finished', address: addressText(call.address), failed })
    return record
  }

  #keep(record: CallRecord): CallRecord {
    this.made.push(record)
    return record
  }

  /**
   * Counts a value in the data budget of a graph and all graphs that it calls. Throws `WalkLimit` if the budget is used
   * up.
   */
  #spend(value: Value): void {
    const limit = this.budget.data(this.sizes.of(value))
    if (limit !== null) throw new WalkLimit(limit, limitOf(this.budget, limit))
  }

  /**
   * R16.8, S26: the cache key, made of graph, node, interpolated action and configuration; null if the node is not
   * cached.
   */
  #cacheKey({ digest }: PreparedCall, node: GraphNode | null): string | null {
    if (!this.#cache || node === null || !isTruthy(field(node.fields, 'cache_result'))) return null
    this.#configDigest ??= canonicalDigest(this.host, this.graph.config)
    return JSON.stringify([this.graph.id, node.name, digest, this.#configDigest])
  }
}

/** A prepared action. `refusal` is the reason if it must not be called. */
export interface PreparedCall {
  readonly address: StepAddress
  readonly prepared: PreparedAction
  readonly digest: string
  readonly refusal: string | null
}

export function limitOf(budget: Budget, limit: WalkLimitName): number {
  return limit === 'graphValueLength' || limit === 'valueDepth' ? limits[limit] : budget.limits[limit]
}

/** The limit that caused an exception; undefined for other exceptions. */
export function limitBehind(fault: unknown): WalkLimit | undefined {
  if (fault instanceof ValueLimit) return new WalkLimit(fault.limit, limits[fault.limit])
  return fault instanceof WalkLimit ? fault : undefined
}

function recordOf(
  call: PreparedCall,
  outcome: CallRecord['outcome'],
  raw: Value,
  result: Dict,
  pinned = false,
): CallRecord {
  const { address, prepared, digest } = call
  const { itemId: item_id, params, origins } = prepared
  return { address, item_id, params, origins, digest, outcome, raw, result, failed: isFailure(result), pinned }
}
