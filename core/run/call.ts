import type { Analysis } from '../answer/analysis.ts'

/** An analyzed call: the part of an analysis that a run needs. Plain data that can be stored and sent. */
export type AnalysedCall = Pick<
  Analysis,
  'dialect' | 'item_id' | 'status' | 'chain' | 'env' | 'plan' | 'lockfile' | 'diagnostics' | 'trace'
>
