import type { Dict, Value } from '../read/value/value.ts'
import type { StepAddress } from './address.ts'
import type { Verdict } from './condition.ts'
import type { NodeKind } from './document.ts'
import type { Decision } from './edges.ts'
import type { Origin } from './interpolate.ts'

/** One call of a walk, made or refused. */
export interface CallRecord {
  readonly address: StepAddress
  /** The interpolated action, sent or refused. */
  readonly item_id: Value
  readonly params: Value
  readonly origins: readonly Origin[]
  /** The identity of the action. A record with a different digest is outdated. */
  readonly digest: string
  readonly outcome: 'answered' | 'threw' | 'refused' | 'cached'
  /** The result before it was unwrapped, or the text of the exception; null without a call. */
  readonly raw: Value
  readonly result: Dict
  readonly failed: boolean
  /** Whether the answer is a pin and not the result of a tool. */
  readonly pinned: boolean
}

/** A hook that matched its event. */
export interface HookRecord {
  readonly event: string
  readonly index: number
  readonly verdict: Verdict | null
  /** Null without a call: a retry without an item, a false condition, or no action. */
  readonly call: CallRecord | null
  readonly ran: boolean
}

/** The outcome of one attempt at a node. */
export type StepStatus = 'done' | 'returned' | 'retried' | 'failed-handled' | 'failed-continued' | 'failed' | 'cut'

/** One key that a step assigned, and the source of its value. */
export interface AssignRecord {
  readonly key: Value
  readonly value: Value
  readonly origins: readonly Origin[]
}

/** One attempt of a node: every decision, with its inputs. */
export interface StepRecord {
  readonly address: StepAddress
  readonly step: number
  readonly kind: NodeKind
  readonly status: StepStatus
  /** The time of `_now` and `_timestamp`, in milliseconds. */
  readonly now: number
  /** The call of an action node, or one call per item of a foreach node, in item order. */
  readonly calls: readonly CallRecord[]
  readonly hooks: readonly HookRecord[]
  readonly assigned: readonly AssignRecord[]
  /** The value of `over`; null for other nodes. A value that is not a list counts as an empty list. */
  readonly over: { readonly value: Value; readonly origins: readonly Origin[] } | null
  /** The output of a return node; null for other nodes and for a return node that a limit stopped. */
  readonly output: { readonly value: Value; readonly origins: readonly Origin[] } | null
  readonly decision: Decision | null
  /** The state at the start and at the end of the step. Unchanged values are shared. */
  readonly before: Dict
  readonly after: Dict
}

/** A failure that `on_error: continue` ignored (R16.5). */
export interface SuppressedError {
  readonly step: number
  readonly node: string
  readonly error: string
}
