import type { WalkEnding } from '../graph/ending.ts'
import type { WalkEvent } from '../graph/events.ts'
import type { SuppressedError } from '../graph/record.ts'
import type { ExecutionResult } from './result.ts'

/** An event in a graph tool or in a graph that it calls. `graph` lists the enclosing calls, outermost first. */
export type GraphEvent = (WalkEvent | CallAnswered | WalkEnded) & { readonly graph: readonly string[] }

/** R16.1: the result of a node's call. The result of a nested graph contains its walk. */
interface CallAnswered {
  readonly kind: 'call_answered'
  readonly address: string
  readonly result: ExecutionResult
}

/** The end of the outermost walk or a nested walk, with its reason. */
interface WalkEnded {
  readonly kind: 'walk_ended'
  readonly ending: WalkEnding
  readonly steps: number
  readonly errors: readonly SuppressedError[]
}
