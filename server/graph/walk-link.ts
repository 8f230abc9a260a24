import type { JsonValue, Outcome, Plan, RunPlace, TraceEvent, WalkLimits } from '#core'

/** What a walk asks of the server it belongs to. Everything that passes is plain data, because a thread may lie between. */
export interface WalkLink {
  readonly limits: Partial<WalkLimits>
  /** Run the command of a node. */
  run(plan: Plan, place: RunPlace): Promise<Outcome>
  /** Hear a message of the protocol about the walk. */
  tell(message: JsonValue): void
  trace(event: TraceEvent): void
  /** Ends the walk: after the step that is under way, whose command is ended at once. */
  readonly signal: AbortSignal
}
