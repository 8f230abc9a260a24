import type { Value } from '../read/value/value.ts'
import type { StepAddress } from './address.ts'

/** A call that a walk wants made. */
export interface GraphCall {
  readonly address: StepAddress
  /** The node, or `hook:<event>`. */
  readonly by: string
  readonly item_id: string
  readonly params: Value
  readonly digest: string
}

/** What came of a call: its raw result, or the text of the exception that ended it; `pinned` where nothing was called. */
export type CallAnswer = ({ readonly raw: Value } | { readonly threw: string }) & { readonly pinned?: boolean }

/** What a walk asks of its host, one at a time: begin a call, wait for one that began, or let others have the thread. */
export type Effect =
  { readonly kind: 'start'; readonly call: GraphCall } | { readonly kind: 'wait' } | { readonly kind: 'pause' }

/** The reply to `wait`; other effects have none. */
export interface FinishedCall {
  readonly call: GraphCall
  readonly answer: CallAnswer
}

export type Reply = FinishedCall | undefined

/** A piece of a walk: asks its host for effects and ends with a value. */
export type Walking<T> = Generator<Effect, T, Reply>

/** Wait for whichever call ends next. */
export function* waitForCall(): Walking<FinishedCall> {
  const reply = yield { kind: 'wait' }
  if (!reply) throw new Error('a host answered a wait with nothing')
  return reply
}

/** Make one call and wait for it. */
export function* callAndWait(call: GraphCall): Walking<CallAnswer> {
  yield { kind: 'start', call }
  return (yield* waitForCall()).answer
}
