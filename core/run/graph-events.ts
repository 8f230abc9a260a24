import type { WalkEnding } from '../graph/ending.ts'
import type { WalkEvent } from '../graph/events.ts'
import type { SuppressedError } from '../graph/record.ts'
import type { ExecutionResult } from './result.ts'

/** Something that happens in a graph tool, or in a graph that it calls: `graph` holds the calls that lead there, outermost first. */
export type GraphEvent = (WalkEvent | CallAnswered | WalkEnded) & { readonly graph: readonly string[] }

/** R16.1: the result of a call of a node; that of a graph has its own walk in it. */
interface CallAnswered {
  readonly kind: 'call_answered'
  readonly address: string
  readonly result: ExecutionResult
}

/** The end of a walk, the outermost or one inside it, with its reason. */
interface WalkEnded {
  readonly kind: 'walk_ended'
  readonly ending: WalkEnding
  readonly steps: number
  readonly errors: readonly SuppressedError[]
}
