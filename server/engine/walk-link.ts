import type { JsonValue, Outcome, Plan, RunPlace, TraceEvent, WalkLimits } from '#core'
import type { Limits } from '../sandbox/limits.ts'

/** The limits of a walk by their names in the table of limits. */
export function walkLimits(limits: Limits): Partial<WalkLimits> {
  return {
    graphSteps: limits.graph_steps,
    graphActions: limits.graph_actions,
    graphDataLength: limits.graph_data_bytes,
    graphTime: limits.graph_seconds * 1000,
  }
}

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
