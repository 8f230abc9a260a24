import type { Analysis } from '../answer/analysis.ts'

/** An analyzed call: the part of the analysis that a run needs. It is plain data, so it can be stored and sent. */
export type AnalysedCall = Pick<
  Analysis,
  'dialect' | 'item_id' | 'status' | 'chain' | 'env' | 'plan' | 'lockfile' | 'diagnostics' | 'trace'
>
