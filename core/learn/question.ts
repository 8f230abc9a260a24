import { purePorts } from '../input/host.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { sortedJson } from '../read/value/sorted-json.ts'
import { hashLength } from '../expect/goal.ts'
import type { Edit } from './edit.ts'

/**
 * The question of a step. It asks about the draft after the "Do it" edits of all earlier steps. Lessons contain no
 * answers: the engine computes the right answer and the wrong answers.
 */
export interface Question {
  readonly ask: Ask
  /** A change that the question supposes; null without one. The draft itself stays unchanged. */
  readonly suppose: Edit | null
  /** Drafts with a different answer, in addition to the variations that the engine derives. */
  readonly variations: readonly Variation[]
  /** Eight hex digits of `ask` and `suppose`. A tick is valid only for the question with this hash. */
  readonly hash: string
}

export type Ask = PredictAsk | OrderAsk

/** The questions of a `predict` step, each with one answer. */
export type PredictAsk =
  | { readonly kind: 'winner'; readonly item_id: string }
  | { readonly kind: 'status' }
  | { readonly kind: 'value'; readonly pointer: string }
  | { readonly kind: 'branch'; readonly node: string; readonly scope: JsonValue }
  | { readonly kind: 'walk'; readonly pins: JsonValue }
  | { readonly kind: 'output' }

/** The questions of an `order` step, each with a sequence of parts as its answer. */
export type OrderAsk =
  | { readonly kind: 'chain' }
  | { readonly kind: 'spaces'; readonly item_id: string }
  | { readonly kind: 'overrides'; readonly pointer: string }
  | { readonly kind: 'template'; readonly pointer: string }

/** A draft with a different answer. `condition` is the part of a sentence after "if". */
interface Variation {
  readonly condition: string
  readonly edit: Edit
}

export const predictAsks = ['winner', 'status', 'value', 'branch', 'walk', 'output'] as const
export const orderAsks = ['chain', 'spaces', 'overrides', 'template'] as const

/** Whether a question asks for a sequence of parts. */
export function isOrderAsk(ask: Ask): ask is OrderAsk {
  return orderAsks.some((kind) => kind === ask.kind)
}

/** A question with the hash that identifies its ticks. */
export function questionOf(parts: Omit<Question, 'hash'>): Question {
  const { ask, suppose } = parts
  const text = sortedJson(JSON.parse(JSON.stringify({ ask, suppose })) as JsonValue)
  return { ...parts, hash: purePorts.sha256(text).slice(0, hashLength) }
}
