import type { Dict } from '../read/value/value.ts'
import { edgesOf } from './check.ts'
import { readGraph } from './document.ts'
import type { StepRecord } from './record.ts'

/** An edge in a file: the n-th edge of a node's `next`, or the node's error edge. */
export interface CoveredEdge {
  readonly from: string
  readonly to: string
  readonly kind: 'next' | 'on_error'
  readonly index: number
  readonly taken: number
}

/** The number of times that walks took each edge of a graph, in file order. */
export function edgeCoverage(document: Dict, records: readonly StepRecord[]): readonly CoveredEdge[] {
  const taken = new Map<string, number>()
  for (const { address, decision } of records) {
    for (const { index, state } of decision?.edges ?? []) {
      if (state !== 'taken' || address.node === null) continue
      const key = edgeKey(address.node, decision?.because === 'error-edge' ? 'on_error' : 'next', index)
      taken.set(key, (taken.get(key) ?? 0) + 1)
    }
  }
  return [...readGraph(document).nodes.values()].flatMap((node) =>
    edgesOf(node).map(({ kind: drawn, to, at }) => {
      const kind = drawn === 'unknown-on-error' ? 'on_error' : 'next'
      const index = typeof at[4] === 'number' ? at[4] : 0
      return { from: node.name, to, kind, index, taken: taken.get(edgeKey(node.name, kind, index)) ?? 0 } as const
    }),
  )
}

function edgeKey(node: string, kind: 'next' | 'on_error', index: number): string {
  return JSON.stringify([node, kind, index])
}
