import { Graph, layout } from '@dagrejs/dagre'
import { box, gaps, type Layout, type Topology } from './layout.ts'

/** One layout asked for, and its answer. */
export interface LayoutQuestion {
  readonly id: number
  readonly topology: Topology
}
export type LayoutAnswer =
  { readonly id: number; readonly layout: Layout } | { readonly id: number; readonly problem: string }

/**
 * Names of nodes never reach the library: one called `__proto__` would be written into every object, and `constructor`
 * would stop it. It knows n0, n1 and so on.
 */
function layOut({ nodes, edges }: Topology): Layout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({
    rankdir: 'TB',
    nodesep: gaps.across,
    ranksep: gaps.down,
    edgesep: 14,
    marginx: gaps.margin,
    marginy: gaps.margin,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (let node = 0; node < nodes; node++) graph.setNode(`n${node}`, { ...box })
  edges.forEach(([from, to], index) => graph.setEdge(`n${from}`, `n${to}`, {}, `e${index}`))
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    nodes: Array.from({ length: nodes }, (_, node) => pointOf(graph.node(`n${node}`))),
    edges: edges.map(([from, to], index) => {
      const { points = [] } = graph.edge(`n${from}`, `n${to}`, `e${index}`)
      return points.map(pointOf)
    }),
    by: 'dagre',
  }
}

function pointOf({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number }): Layout['nodes'][number] {
  return { x, y }
}

self.addEventListener('message', ({ data: { id, topology } }: MessageEvent<LayoutQuestion>) => {
  let answer: LayoutAnswer
  try {
    answer = { id, layout: layOut(topology) }
  } catch (fault) {
    answer = { id, problem: fault instanceof Error ? fault.message : String(fault) }
  }
  self.postMessage(answer)
})
