import type { Plan } from '#core/answer'
import type { Breakpoint, GraphPicture, HeldView, Steer } from '#core/graph'
import type { JsonValue } from '#core/read'
import type { ExecutionResult, GraphReach, Outcome, WalkTestReport } from '#core/run'
import type { Snapshot } from '#core/workspace'
import type { FileContent, SnapshotHead, Without } from '../analysis/messages.ts'
import type { StepRow, StepView } from './step-view.ts'

/** What brings the worker's copy of the draft up to what is shown. */
export type DraftUpdate =
  | { readonly kind: 'open'; readonly snapshot: Snapshot; readonly without: Without }
  | {
      readonly kind: 'change'
      readonly head: SnapshotHead
      readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
      readonly without: Without
    }

/** How a walk came to be. */
export type WalkKind = 'simulated' | 'again' | 'replay' | 'real'

/** A walk that is to be begun. */
export interface WalkOrder {
  readonly walk: number
  readonly snapshot: Snapshot
  readonly steer: Steer
  /** Where the walk waits. */
  readonly breaks?: readonly Breakpoint[]
  /** A file of the draft whose pins answer calls. */
  readonly pins?: string
  /** Go on from a step of a former walk: what came before it is not run again. */
  readonly from?: { readonly walk: number; readonly index: number }
}

/** How a walk ended, as the page shows it. */
export interface WalkSummary {
  readonly walk: number
  readonly kind: WalkKind
  readonly success: boolean
  readonly ending: string
  readonly words: string
  readonly output: string | null
  readonly steps: number
  /** What rests on results that were pinned, in words; null where nothing does. */
  readonly rests: string | null
}

/** Where two walks part. */
export interface ComparedView {
  readonly index: number
  readonly words: string
  readonly one: string
  readonly other: string
}

/** What the page asks of the graph's worker; each question has one answer. */
export type GraphQuestion =
  | { readonly kind: 'picture'; readonly update: DraftUpdate }
  | { readonly kind: 'walk'; readonly order: WalkOrder }
  /** A walk on the server begins; what it tells comes as it came from there, and then its result. */
  | { readonly kind: 'follow'; readonly walk: number; readonly snapshot: Snapshot }
  | { readonly kind: 'reported'; readonly walk: number; readonly reported: readonly string[] }
  | { readonly kind: 'ended'; readonly walk: number; readonly result: ExecutionResult }
  | { readonly kind: 'step'; readonly walk: number; readonly index: number }
  /** Walk the draft as it is now on the records of a former walk; nothing is called. */
  | { readonly kind: 'replay'; readonly of: number; readonly walk: number; readonly snapshot: Snapshot }
  | { readonly kind: 'compare'; readonly one: number; readonly other: number }
  /** The walks that the project keeps as tests; nothing is called. */
  | { readonly kind: 'tests'; readonly snapshot: Snapshot }
  /** What going on before a step takes, as a document for a server. */
  | { readonly kind: 'saved'; readonly walk: number; readonly index: number }
  /** A condition as it is written, to be read; what is wrong with it comes back as a fault. */
  | { readonly kind: 'condition'; readonly text: string }
  /** The file that keeps a walk: as a test, or its results up to a step as pins. */
  | {
      readonly kind: 'keep'
      readonly walk: number
      readonly upTo: number | null
      /** Where in which draft it is to be kept. */
      readonly path: string
      readonly snapshot: Snapshot
    }

export type GraphAnswer =
  | { readonly kind: 'picture'; readonly picture: GraphPicture | null; readonly worst: GraphReach['worst'] | null }
  /** The result without its walk, which stays in the worker. */
  | { readonly kind: 'walked'; readonly summary: WalkSummary; readonly result: ExecutionResult }
  | { readonly kind: 'followed' }
  | { readonly kind: 'heard'; readonly news: readonly WalkNews[] }
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

/** What happens in a walk, told as it happens. */
export type WalkNews =
  | { readonly kind: 'entered'; readonly node: string; readonly graph: string; readonly graphId: string }
  /** A graph that was called is at its end. */
  | { readonly kind: 'over'; readonly graph: string }
  | { readonly kind: 'recorded'; readonly row: StepRow }
  | { readonly kind: 'held'; readonly held: HeldView }
  | { readonly kind: 'calling'; readonly address: string; readonly item_id: string }
  /** A pin that is of another action than the one that was called, so that it was not used. */
  | { readonly kind: 'stale'; readonly address: string; readonly at: string }
  /** Nobody told a walk on the server to go on. */
  | { readonly kind: 'left' }
  | { readonly kind: 'injected'; readonly address: string; readonly keys: readonly string[] }

export type FromGraph =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: GraphAnswer }
  | { readonly kind: 'fault'; readonly id: number; readonly problem: string }
  | { readonly kind: 'call'; readonly walk: number; readonly call: number; readonly plan: Plan }
  | { readonly kind: 'news'; readonly walk: number; readonly news: readonly WalkNews[] }
