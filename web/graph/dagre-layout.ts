import { Graph, layout } from '@dagrejs/dagre'
import { box, gaps, type Layout, type Topology } from './layout.ts'

/**
 * Compute the layout of a graph with dagre. The library receives the IDs n0, n1 and so on instead of node names. A node
 * called `__proto__` would change every object, and a node called `constructor` would crash the library.
 */
export function dagreLayout(topology: Topology): Layout {
  const { nodes, edges } = topology
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
  const ids = Array.from({ length: nodes }, (_, node) => `n${node}`)
  for (const id of ids) graph.setNode(id, { ...box })
  edges.forEach(([from, to], index) => graph.setEdge(`n${from}`, `n${to}`, {}, `e${index}`))
  const found = foundOrder(topology)
  layout(graph, {
    customOrder: (ranked, order) => {
      order(ranked, { disableOptimalOrderHeuristic: true })
      keepFoundOrder(ranked, ids, found)
    },
  })
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    nodes: ids.map((id) => pointOf(graph.node(id))),
    edges: edges.map(([from, to], index) => {
      const { points = [] } = graph.edge(`n${from}`, `n${to}`, `e${index}`)
      return points.map(pointOf)
    }),
    by: 'dagre',
  }
}

/**
 * The position of each node in a depth-first search that follows the edges in file order. These positions determine the
 * order of boxes in a row. Unlike an order with the fewest crossings, this order does not change for existing nodes
 * when a node is added.
 */
function foundOrder({ nodes, edges }: Topology): readonly number[] {
  const after: number[][] = Array.from({ length: nodes }, () => [])
  for (const [from, to] of edges) after[from]?.unshift(to)
  const found = new Array<number>(nodes).fill(-1)
  let count = 0
  for (let root = 0; root < nodes; root++) {
    const open = [root]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (found[node] !== -1) continue
      found[node] = count++
      open.push(...after[node]!)
    }
  }
  return found
}

/**
 * Sort the boxes of each row by search order. The positions in the row do not change, including the gaps for edges that
 * cross it.
 */
function keepFoundOrder(ranked: Graph, ids: readonly string[], found: readonly number[]): void {
  const rows = new Map<number, number[]>()
  ids.forEach((id, node) => {
    const { rank = 0 } = ranked.node(id)
    const row = rows.get(rank)
    if (row) row.push(node)
    else rows.set(rank, [node])
  })
  for (const row of rows.values()) {
    const places = row.map((node) => ranked.node(ids[node]!).order ?? 0).sort((a, b) => a - b)
    row.sort((a, b) => found[a]! - found[b]!)
    row.forEach((node, index) => (ranked.node(ids[node]!).order = places[index]!))
  }
}

function pointOf({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number }): Layout['nodes'][number] {
  return { x, y }
}
