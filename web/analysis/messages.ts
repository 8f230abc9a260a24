import type { Analysis, ListedItem, Snapshot } from '#core'

/** The content of one file of a draft, as snapshots hold it. */
export type FileContent = Snapshot['files'][string]

/** Everything of a draft but its files. */
export type SnapshotHead = Omit<Snapshot, 'files'>

/** What a question leaves out of sight: `project`, `user`, or the id of a bundle ("what if this were not there"). */
export type Without = readonly string[]

/** What the page asks of the engine. Numbers rise; an answer to an older number than the last asked is dropped. */
export type ToEngine =
  | { readonly kind: 'open'; readonly run: number; readonly snapshot: Snapshot; readonly without: Without }
  | {
      readonly kind: 'change'
      readonly run: number
      readonly head: SnapshotHead
      readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
      readonly without: Without
    }
  | { readonly kind: 'query'; readonly id: number; readonly query: Query }

/** Questions beside the one analysis that the page shows; they use the files of the last `open` or `change`. */
export type Query =
  | { readonly kind: 'analyze'; readonly variants: readonly Variant[] }
  | { readonly kind: 'compare'; readonly snapshots: readonly Snapshot[] }
  | { readonly kind: 'fixes'; readonly diagnostic: number }

/** The draft with something changed for one question only. */
export interface Variant {
  readonly name: string
  readonly head?: Partial<SnapshotHead>
  readonly without?: Without
  readonly item_id?: string
}

export interface NamedAnalysis {
  readonly name: string
  readonly analysis: Analysis
}

/** A verified edit that would change the answer: whole new contents (null deletes), ready to apply. */
export interface OfferedFix {
  readonly title: string
  readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
  readonly head?: Partial<SnapshotHead>
}

export type Answer =
  | { readonly kind: 'analyses'; readonly analyses: readonly NamedAnalysis[] }
  | { readonly kind: 'fixes'; readonly fixes: readonly OfferedFix[] }

export type FromEngine =
  | {
      readonly kind: 'analysis'
      readonly run: number
      readonly analysis: Analysis
      readonly items: readonly ListedItem[]
      readonly took_ms: number
    }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'fault'; readonly run: number | null; readonly id: number | null; readonly problem: string }
