import type { Plan, TraceEvent } from '#core/answer'
import type { HeldView, Steer, WalkLimits } from '#core/graph'
import type { Message, RunPlace } from '#core/run'
import type { RawOutcome } from '../primitives/http-reply.ts'

/** Messages to a walk while it runs (R16.8). */
export type SteerMessage = Pick<Message<'steer request'>, 'inject' | 'breaks'> & { readonly steer?: Steer }

/**
 * The functions that a walk needs from its server. Arguments and results are plain data, because the walk can run in
 * another thread.
 */
export interface WalkLink {
  readonly limits: Partial<WalkLimits>
  /** Run the command of a node. The walk reads its outcome in its own thread. */
  run(plan: Plan, place: RunPlace): Promise<RawOutcome>
  /** Publish a message of the protocol about the walk, as JSON text. */
  publish(message: string): void
  trace(event: TraceEvent): void
  /** Called with the node where the walk waits before a step, and with null when it continues. */
  holding(held: HeldView | null): void
  /** Called once, with the listener for messages to the walk. */
  onSteer(listener: (message: SteerMessage) => void): void
  /** Aborts the walk: it ends after the current step, whose command is ended immediately. */
  readonly signal: AbortSignal
}
