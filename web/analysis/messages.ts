import type { Analysis, CandidateTable, Fix } from '#core/answer'
import type { ItemKind } from '#core/read'
import type { ListedItem } from '#core/resolve'
import type { SignedOriginal } from '#core/trust'
import type { Snapshot } from '#core/workspace'
import type { BundleFiles } from '../files/bundles.ts'
import type { ExpectAnswer, ExpectQuery } from './expect.ts'
import type { ImpactAnswer, ImpactQuery } from './impact.ts'
import type { ProjectProblems } from './project-problems.ts'

/** The content of one file in a snapshot. */
export type FileContent = Snapshot['files'][string]

/** A snapshot without its files. */
export type SnapshotHead = Omit<Snapshot, 'files'>

/** The spaces that an analysis ignores, to show their effect: `project`, `user`, or a bundle ID. */
export type Without = readonly string[]

/** Messages from the page to the engine. Their numbers increase. The page drops an answer to an older question. */
export type ToEngine =
  | { readonly kind: 'open'; readonly run: number; readonly snapshot: Snapshot; readonly without: Without }
  | {
      readonly kind: 'change'
      readonly run: number
      readonly head: SnapshotHead
      readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
      readonly without: Without
    }
  | Bring
  | { readonly kind: 'query'; readonly id: number; readonly query: Query }
  /** Make the engine also write short answers to this memory. This message has no answer. */
  | { readonly kind: 'memory'; readonly memory: SharedArrayBuffer }

/** A batch of files from a large draft, sent before the question. This message has no answer. */
export interface Bring {
  readonly kind: 'bring'
  /** Whether the question opens another draft. */
  readonly isNew: boolean
  readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
}

/** An answer computed in advance, when the page was built. */
export type PrecomputedAnswer = Pick<Extract<FromEngine, { kind: 'analysis' }>, 'analysis' | 'items'>

/** Questions other than the analysis that the page shows. They use the files of the last `open` or `change`. */
export type Query =
  | { readonly kind: 'analyze'; readonly variants: readonly Variant[] }
  | { readonly kind: 'compare'; readonly snapshots: readonly Snapshot[] }
  | { readonly kind: 'fixes' }
  | { readonly kind: 'check' }
  | { readonly kind: 'places' }
  | { readonly kind: 'project-problems' }
  | ImpactQuery
  | ExpectQuery
  | { readonly kind: 'bundle'; readonly name: Snapshot['bundle'] }
  | IntegrityQuery

/**
 * Questions about keys, signatures and lockfiles. They contain random values and the time, which only the page
 * provides.
 */
export type IntegrityQuery =
  | { readonly kind: 'make-key'; readonly seed: Uint8Array }
  | { readonly kind: 'read-key'; readonly private_key_pem: string }
  | { readonly kind: 'signatures'; readonly paths: readonly string[] }
  | { readonly kind: 'signed-text'; readonly path: string; readonly candidates: readonly string[] }
  | { readonly kind: 'sign'; readonly paths: readonly string[]; readonly keys: KeyTexts; readonly now: string }
  | { readonly kind: 'trust'; readonly public_key_pem: string; readonly owner: string }
  | { readonly kind: 'lockfile'; readonly now: string }

/** A key pair as strings. The private key remains in the page's memory. */
export interface KeyTexts {
  readonly fingerprint: string
  readonly private_key_pem: string
  readonly public_key_pem: string
}

/** The signature state of one file, and the fingerprint of the key; null without a signature. */
export interface SignatureState {
  readonly path: string
  readonly state: Analysis['chain'][number]['signature']['state']
  readonly key_fp: string | null
}

/** Changes to the draft that apply to only one analysis. */
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

/** The state of one item, for lists and badges. */
export interface ItemSummary {
  readonly item_id: string
  readonly path: string
  readonly tool_type: string | null
  /** Lists show libraries and data separately (R1.7, R1.8). */
  readonly kind: ItemKind
  readonly ready: boolean
  readonly errors: number
  readonly warnings: number
}

/** The summaries of all items, or only of items with a state that changed since the last report. */
export interface ItemSummaries {
  readonly items: readonly ItemSummary[]
  readonly whole: boolean
}

export type Answer =
  | { readonly kind: 'analyses'; readonly analyses: readonly NamedAnalysis[] }
  | { readonly kind: 'fixes'; readonly fixes: readonly Fix[] }
  | ({ readonly kind: 'items' } & ItemSummaries)
  | { readonly kind: 'bundle'; readonly files: BundleFiles }
  | { readonly kind: 'project-problems'; readonly found: ProjectProblems }
  | ImpactAnswer
  | ExpectAnswer
  | { readonly kind: 'places'; readonly places: readonly CandidateTable[] }
  | { readonly kind: 'key'; readonly key: KeyTexts | { readonly problem: string } }
  | { readonly kind: 'signatures'; readonly signatures: readonly SignatureState[] }
  | { readonly kind: 'signed-text'; readonly found: SignedOriginal | undefined }
  | {
      readonly kind: 'files'
      readonly files: readonly { readonly path: string; readonly text: string }[]
      readonly problems: readonly string[]
    }

export type FromEngine =
  | {
      readonly kind: 'analysis'
      readonly run: number
      readonly analysis: Analysis
      /** Null if the items are the same as in the previous answer. */
      readonly items: readonly ListedItem[] | null
      readonly took_ms: number
    }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'fault'; readonly run: number | null; readonly id: number | null; readonly problem: string }
