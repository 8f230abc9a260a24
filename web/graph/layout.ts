/** What decides where a graph is drawn: how many nodes, and which edges, in the order of the file. Names play no part. */
export interface Topology {
  readonly nodes: number
  readonly edges: readonly (readonly [from: number, to: number])[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Centres of the boxes and the ways of the edges, both in the order of the topology. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly Point[]
  readonly edges: readonly (readonly Point[])[]
  /** What made it: the library, or the simple one where that was too slow or the graph too large. */
  readonly by: 'dagre' | 'plain'
}

/** Every box is as large as every other, so that a longer name moves nothing. */
export const box = { width: 172, height: 46 } as const
export const gaps = { across: 26, down: 40, margin: 14 } as const

/** Beyond these the library's first layout takes longer than a person notices, so the simple layout draws at once. */
export const layoutLimits = { nodes: 60, edges: 90, milliseconds: 2500 } as const

/** One name for all graphs that are drawn alike. */
export function topologyKey({ nodes, edges }: Topology): string {
  return `${nodes}:${edges.map((edge) => edge.join('-')).join(',')}`
}
