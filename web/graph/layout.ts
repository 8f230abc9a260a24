/** The input of a layout: the number of nodes, and the edges in file order. Names do not affect the layout. */
export interface Topology {
  readonly nodes: number
  readonly edges: readonly (readonly [from: number, to: number])[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The centers of the boxes and the paths of the edges, both in topology order. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly Point[]
  readonly edges: readonly (readonly Point[])[]
  /** The algorithm: dagre, or the plain layout if dagre fails or is too slow, or the graph is too large. */
  readonly by: 'dagre' | 'plain'
}

/** The size of every box in pixels. All boxes have the same size, so a longer name does not move other boxes. */
export const box = { width: 172, height: 46 } as const
export const gaps = { across: 26, down: 40, margin: 14 } as const

/** The limits of dagre. A larger graph always has the plain layout, because dagre would be too slow. */
export const layoutLimits = { nodes: 60, edges: 90, milliseconds: 2500 } as const

/** A key that is equal for graphs with the same topology, and so with the same layout. */
export function topologyKey({ nodes, edges }: Topology): string {
  return `${nodes}:${edges.map((edge) => edge.join('-')).join(',')}`
}
