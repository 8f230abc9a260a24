import { buildChain, type Chain } from '../resolve/chain.ts'
import type { Trace, TraceEvent } from '../trace.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * R12.1: the cached chain, valid until one of its files or a shadowing file changes. A cached chain has the same trace
 * as a new chain, except for the `cache` events.
 */
export function keptChain(workspace: Workspace, itemId: string, trace: Trace): Chain {
  const { chain: figures, metadata } = workspace.figures
  const read = metadata.misses
  // A new chain can end in a cached chain, so the statistics alone do not show whether this chain was cached.
  let hit = true
  const built = workspace.remember(`chain ${itemId}`, figures, () => {
    hit = false
    const events: TraceEvent[] = []
    return { chain: buildChain(workspace, itemId, (event) => void events.push(event)), events }
  })
  for (const event of built.events) trace?.(event)
  trace?.({
    step: 'cache',
    item_id: itemId,
    cache: 'chain',
    hit,
    hits: figures.hits,
    misses: figures.misses,
  })
  trace?.({
    step: 'cache',
    item_id: itemId,
    cache: 'metadata',
    hit: metadata.misses === read,
    hits: metadata.hits,
    misses: metadata.misses,
  })
  return built.chain
}
