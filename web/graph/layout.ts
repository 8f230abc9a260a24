/** The input of a layout: the number of nodes, and the edges in the order of the file. Names do not affect it. */
export interface Topology {
  readonly nodes: number
  readonly edges: readonly (readonly [from: number, to: number])[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The centers of the boxes and the paths of the edges, both in the order of the topology. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly Point[]
  readonly edges: readonly (readonly Point[])[]
  /** The algorithm: dagre, or the plain layout if dagre was too slow or the graph is too large. */
  readonly by: 'dagre' | 'plain'
}

/** The size of every box, in pixels. All boxes have the same size, so that a longer name does not move other boxes. */
export const box = { width: 172, height: 46 } as const
export const gaps = { across: 26, down: 40, margin: 14 } as const

/** Limits of dagre. A larger graph has the plain layout from the start, because dagre would be too slow. */
export const layoutLimits = { nodes: 60, edges: 90, milliseconds: 2500 } as const

/** A key that all graphs with the same layout share. */
export function topologyKey({ nodes, edges }: Topology): string {
  return `${nodes}:${edges.map((edge) => edge.join('-')).join(',')}`
}
