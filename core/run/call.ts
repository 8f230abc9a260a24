import type { Analysis } from '../answer/analysis.ts'

/** A call that was analysed: the part of its analysis that running it takes. It is plain data, so it can wait and travel. */
export type AnalysedCall = Pick<
  Analysis,
  'dialect' | 'item_id' | 'status' | 'chain' | 'env' | 'plan' | 'lockfile' | 'diagnostics' | 'trace'
>
