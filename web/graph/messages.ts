import type { Plan } from '#core/answer'
import type { Breakpoint, GraphPicture, HeldView, Steer } from '#core/graph'
import type { JsonValue } from '#core/read'
import type { WalkTestReport } from '#core/expect'
import type { ExecutionResult, GraphReach, Outcome } from '#core/run'
import type { Snapshot } from '#core/workspace'
import type { FileContent, SnapshotHead, Without } from '../analysis/messages.ts'
import type { StepRow, StepView } from './step-view.ts'

/** An update for the worker's copy of the draft: the whole draft, or its changed files. */
export type DraftUpdate =
  | { readonly kind: 'open'; readonly snapshot: Snapshot; readonly without: Without }
  | {
      readonly kind: 'change'
      readonly head: SnapshotHead
      readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
      readonly without: Without
    }

/** The origin of a walk: simulated, continued from a step (`again`), replayed, or run on a server. */
export type WalkKind = 'simulated' | 'again' | 'replay' | 'real'

/** A simulated walk to start, from the beginning or from a step of a previous walk. */
export interface WalkOrder {
  readonly walk: number
  readonly snapshot: Snapshot
  readonly steer: Steer
  /** The walk's breakpoints. */
  readonly breaks?: readonly Breakpoint[]
  /** The path of the draft file with the pins that replace calls. */
  readonly pins?: string
  /** Continue from a step of a previous walk. The steps before it do not run again. */
  readonly from?: { readonly walk: number; readonly index: number }
}

/** The end of a walk, as the page shows it. */
export interface WalkSummary {
  readonly walk: number
  readonly kind: WalkKind
  readonly success: boolean
  readonly ending: string
  readonly words: string
  readonly output: string | null
  readonly steps: number
  /** A sentence that lists all values that were pinned, derived from pins or set by hand; null if there are none. */
  readonly rests: string | null
}

/** The first difference between two walks. */
export interface ComparedView {
  readonly index: number
  readonly words: string
  readonly one: string
  readonly other: string
}

/** A question from the page to the graph's worker. Each question has one answer. */
export type GraphQuestion =
  | { readonly kind: 'picture'; readonly update: DraftUpdate }
  | { readonly kind: 'walk'; readonly order: WalkOrder }
  /** A walk on the server starts. `reported` then sends its messages unchanged, and `ended` sends its result. */
  | { readonly kind: 'follow'; readonly walk: number; readonly snapshot: Snapshot }
  | { readonly kind: 'reported'; readonly walk: number; readonly reported: readonly string[] }
  | { readonly kind: 'ended'; readonly walk: number; readonly result: ExecutionResult }
  | { readonly kind: 'step'; readonly walk: number; readonly index: number }
  /** Replay the records of a previous walk on the current draft, without calling any tool. */
  | { readonly kind: 'replay'; readonly of: number; readonly walk: number; readonly snapshot: Snapshot }
  | { readonly kind: 'compare'; readonly one: number; readonly other: number }
  /** Run the walks that the project keeps as tests, without calling any tool. */
  | { readonly kind: 'tests'; readonly snapshot: Snapshot }
  /** The saved state before a step, as a document that a server can continue from. */
  | { readonly kind: 'saved'; readonly walk: number; readonly index: number }
  /** The text of a condition to parse. The answer to an invalid condition is a fault. */
  | { readonly kind: 'condition'; readonly text: string }
  /** Create the file of a saved walk: a test, or the results up to a step as pins. */
  | {
      readonly kind: 'keep'
      readonly walk: number
      readonly upTo: number | null
      /** The path of the new file in the draft. */
      readonly path: string
      readonly snapshot: Snapshot
    }

export type GraphAnswer =
  | { readonly kind: 'picture'; readonly picture: GraphPicture | null; readonly worst: GraphReach['worst'] | null }
  /** The result without its walk, which stays in the worker. */
  | { readonly kind: 'walked'; readonly summary: WalkSummary; readonly result: ExecutionResult }
  | { readonly kind: 'followed' }
  | { readonly kind: 'reported'; readonly news: readonly WalkNews[] }
  | { readonly kind: 'step'; readonly step: StepView | null }
  | { readonly kind: 'replayed'; readonly summary: WalkSummary; readonly rows: readonly StepRow[] }
  | { readonly kind: 'compared'; readonly difference: ComparedView | null }
  | { readonly kind: 'condition'; readonly when: JsonValue }
  | { readonly kind: 'kept'; readonly text: string; readonly secrets: readonly string[] }
  | { readonly kind: 'saved'; readonly document: JsonValue }
  | { readonly kind: 'tested'; readonly report: WalkTestReport }

export type ToGraph =
  | { readonly kind: 'ask'; readonly id: number; readonly question: GraphQuestion }
  | { readonly kind: 'outcome'; readonly call: number; readonly outcome: Outcome }
  | { readonly kind: 'steer'; readonly walk: number; readonly steer: Steer; readonly inject: JsonValue }
  | { readonly kind: 'breaks'; readonly walk: number; readonly points: readonly Breakpoint[] }

/** An event of a running walk. */
export type WalkNews =
  | { readonly kind: 'entered'; readonly node: string; readonly graph: string; readonly graphId: string }
  /** A called graph ended. */
  | { readonly kind: 'over'; readonly graph: string }
  | { readonly kind: 'recorded'; readonly row: StepRow }
  | { readonly kind: 'held'; readonly held: HeldView }
  | { readonly kind: 'calling'; readonly address: string; readonly item_id: string }
  /** A pin was not used, because it belongs to a different action than the call. */
  | { readonly kind: 'stale'; readonly address: string; readonly at: string }
  /** The server ended a walk that waited too long. */
  | { readonly kind: 'left' }
  | { readonly kind: 'injected'; readonly address: string; readonly keys: readonly string[] }

export type FromGraph =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: GraphAnswer }
  | { readonly kind: 'fault'; readonly id: number; readonly problem: string }
  | { readonly kind: 'call'; readonly walk: number; readonly call: number; readonly plan: Plan }
  | { readonly kind: 'news'; readonly walk: number; readonly news: readonly WalkNews[] }
