/** The statistics of one cache (R12.1). */
export interface CacheFigures {
  hits: number
  misses: number
}

type Cache = 'file' | 'metadata' | 'chain' | 'element' | 'list' | 'env' | 'trust'

/** The statistics of every cache of a workspace, before its first request. */
export function noFigures(): Readonly<Record<Cache, CacheFigures>> {
  const none = (): CacheFigures => ({ hits: 0, misses: 0 })
  return {
    file: none(),
    metadata: none(),
    chain: none(),
    element: none(),
    list: none(),
    env: none(),
    trust: none(),
  }
}
