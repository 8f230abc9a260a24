import { box, gaps, type Layout, type Point, type Topology } from './layout.ts'

/** The distance from a box to the next box, in pixels. */
const step = { across: box.width + gaps.across, down: box.height + gaps.down } as const

/**
 * The maximum number of rows that an edge crosses between boxes. A longer edge runs along the right side, which is fast
 * even for many edges.
 */
const mostPassed = 12

/** A row's left edge and number of boxes. */
interface Row {
  readonly left: number
  readonly y: number
  readonly boxes: number
}

/**
 * A fast layout without a library, for graphs that are too large for dagre or for which dagre fails. A node's row
 * number is the length of the longest path to the node, without back edges. Each row is in file order.
 */
export function plainLayout(topology: Topology): Layout {
  const rows = rowsOf(topology)
  const widest = Math.max(1, ...rows.map((row) => row.length))
  const width = widest * step.across - gaps.across + 2 * gaps.margin
  const nodes: Point[] = []
  const places = rows.map((row, depth): Row => {
    const left = (width - (row.length * step.across - gaps.across)) / 2
    const y = gaps.margin + depth * step.down + box.height / 2
    row.forEach((node, at) => (nodes[node] = { x: left + at * step.across + box.width / 2, y }))
    return { left, y, boxes: row.length }
  })
  const height = rows.length * step.down - gaps.down + 2 * gaps.margin
  return {
    width: width + 24,
    height,
    nodes,
    edges: topology.edges.map((edge) => wayOf(edge, nodes, places, width)),
    by: 'plain',
  }
}

/** Group the nodes by depth. Each row is in file order. */
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

/** All edges except back edges, sorted so that the edges into a node precede the edges out of it. */
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

/**
 * The path of an edge: down between the boxes of the rows that it crosses, or along the right side if it leads back or
 * far down.
 */
function wayOf(
  [from, to]: readonly [number, number],
  nodes: readonly Point[],
  rows: readonly Row[],
  right: number,
): readonly Point[] {
  const [a, b] = [nodes[from]!, nodes[to]!]
  const half = box.height / 2
  const [above, below] = [a, b].map(({ y }) => Math.round((y - gaps.margin - half) / step.down)) as [number, number]
  if (below > above && below - above - 1 <= mostPassed) {
    const passed = rows.slice(above + 1, below).flatMap((row): readonly Point[] => {
      const x = gapBeside(row, a.x + ((b.x - a.x) * (row.y - a.y)) / (b.y - a.y))
      return [{ x, y: row.y - half }, { x, y: row.y + half }] // prettier-ignore
    })
    return [{ x: a.x, y: a.y + half }, ...passed, { x: b.x, y: b.y - half }]
  }
  const side = right + 8
  return [
    { x: a.x + box.width / 2, y: a.y },
    { x: side, y: a.y },
    { x: side, y: b.y },
    { x: b.x + box.width / 2, y: b.y },
  ]
}

/** The middle of the row gap that is closest to `x`. */
function gapBeside({ left, boxes }: Row, x: number): number {
  const first = left - gaps.across / 2
  const gap = Math.round((x - first) / step.across)
  return first + Math.max(0, Math.min(boxes, gap)) * step.across
}
