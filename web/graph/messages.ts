import type { GraphPicture, Snapshot } from '#core'
import type { FileContent, SnapshotHead, Without } from '../analysis/messages.ts'

/** What brings the worker's copy of the draft up to what is shown. */
export type DraftUpdate =
  | { readonly kind: 'open'; readonly snapshot: Snapshot; readonly without: Without }
  | {
      readonly kind: 'change'
      readonly head: SnapshotHead
      readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
      readonly without: Without
    }

/** What the page asks of the graph's worker; each question has one answer. */
export type GraphQuestion = { readonly kind: 'picture' }

export type GraphAnswer = { readonly kind: 'picture'; readonly picture: GraphPicture | null }

export type ToGraph = {
  readonly kind: 'ask'
  readonly id: number
  readonly update: DraftUpdate
  readonly question: GraphQuestion
}

export type FromGraph =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: GraphAnswer }
  | { readonly kind: 'fault'; readonly id: number; readonly problem: string }
