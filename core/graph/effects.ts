import type { Dict, Value } from '../read/value/value.ts'
import type { StepAddress } from './address.ts'

/** A call that a walk requests. */
export interface GraphCall {
  readonly address: StepAddress
  /** The node, or `hook:<event>`. */
  readonly by: string
  readonly item_id: string
  readonly params: Value
  readonly digest: string
}

/**
 * The answer to a call: its raw result, or the text of the exception that ended it. `pinned` means that the call was
 * not made.
 */
export type CallAnswer = ({ readonly raw: Value } | { readonly threw: string }) & { readonly pinned?: boolean }

/**
 * A request of a walk to its host: begin a call, wait for a running call, yield to the event loop, or pause before a
 * node.
 */
type Effect =
  | { readonly kind: 'start'; readonly call: GraphCall }
  | { readonly kind: 'wait' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'hold'; readonly held: HeldStep }

/** A step that waits for the host's permission to begin. */
export interface HeldStep {
  readonly address: StepAddress
  readonly state: Dict
}

/** The reply to `wait`. */
export interface FinishedCall {
  readonly call: GraphCall
  readonly answer: CallAnswer
}

/** The reply to `hold`: keys that override state keys. */
interface InjectedState {
  readonly inject: Dict
}

/** Other effects have no reply. */
export type Reply = FinishedCall | InjectedState | undefined

/** A part of a walk: a generator that yields effects to its host and returns a value. */
export type Walking<T> = Generator<Effect, T, Reply>

/** Waits for the next call to end. */
export function* waitForCall(): Walking<FinishedCall> {
  const reply = yield { kind: 'wait' }
  if (!reply || !('call' in reply)) throw new Error('the host answered a wait without a call')
  return reply
}

/** Makes one call and waits for it. */
export function* callAndWait(call: GraphCall): Walking<CallAnswer> {
  yield { kind: 'start', call }
  return (yield* waitForCall()).answer
}
