import { box, gaps, type Layout, type Point, type Topology } from './layout.ts'

/**
 * A layout that needs no library and no time: each node stands below the longest way that leads to it, edges back do not
 * count, and rows keep the order of the file. It is what is drawn when the better one is too slow.
 */
export function plainLayout(topology: Topology): Layout {
  const rows = rowsOf(topology)
  const widest = Math.max(1, ...rows.map((row) => row.length))
  const width = widest * (box.width + gaps.across) - gaps.across + 2 * gaps.margin
  const nodes: Point[] = []
  rows.forEach((row, depth) => {
    const left = (width - (row.length * (box.width + gaps.across) - gaps.across)) / 2
    row.forEach((node, at) => {
      nodes[node] = {
        x: left + at * (box.width + gaps.across) + box.width / 2,
        y: gaps.margin + depth * (box.height + gaps.down) + box.height / 2,
      }
    })
  })
  const height = rows.length * (box.height + gaps.down) - gaps.down + 2 * gaps.margin
  return {
    width: width + 24,
    height,
    nodes,
    edges: topology.edges.map((edge) => wayOf(edge, nodes, width)),
    by: 'plain',
  }
}

/** Nodes by depth; each row in the order of the file. */
function rowsOf({ nodes, edges }: Topology): readonly (readonly number[])[] {
  const after: number[][] = Array.from({ length: nodes }, () => [])
  for (const [from, to] of edges) after[from]?.push(to)
  const depth = new Array<number>(nodes).fill(0)
  const order = withoutWaysBack(after)
  for (const { from, to } of order) depth[to] = Math.max(depth[to]!, depth[from]! + 1)
  const rows: number[][] = []
  depth.forEach((row, node) => (rows[row] ??= []).push(node))
  return rows.filter((row) => row.length > 0)
}

/** The edges without those that lead back, sorted so that every edge into a node comes before those out of it. */
function withoutWaysBack(
  after: readonly (readonly number[])[],
): readonly { readonly from: number; readonly to: number }[] {
  const state = new Array<'new' | 'open' | 'done'>(after.length).fill('new')
  const finished: number[] = []
  const back = new Set<string>()
  for (let root = 0; root < after.length; root++) {
    if (state[root] !== 'new') continue
    const way = [{ node: root, next: 0 }]
    state[root] = 'open'
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const to = after[top.node]![top.next++]
      if (to === undefined) {
        state[top.node] = 'done'
        finished.push(top.node)
        way.pop()
      } else if (state[to] === 'open') back.add(`${top.node}-${to}`)
      else if (state[to] === 'new') {
        state[to] = 'open'
        way.push({ node: to, next: 0 })
      }
    }
  }
  return finished
    .reverse()
    .flatMap((from) => after[from]!.filter((to) => !back.has(`${from}-${to}`)).map((to) => ({ from, to })))
}

/** Down from below to above; back up along the right side. */
function wayOf([from, to]: readonly [number, number], nodes: readonly Point[], right: number): readonly Point[] {
  const [a, b] = [nodes[from]!, nodes[to]!]
  const half = box.height / 2
  if (b.y > a.y) return [{ x: a.x, y: a.y + half }, { x: b.x, y: b.y - half }] // prettier-ignore
  const side = right + 8
  return [
    { x: a.x + box.width / 2, y: a.y },
    { x: side, y: a.y },
    { x: side, y: b.y },
    { x: b.x + box.width / 2, y: b.y },
  ]
}
