import type { DiagnosticEntry } from '#core/answer'
import type { GraphPicture, PicturedEdge, PicturedNode } from '#core/graph'
import type { Layout, Point, Topology } from './layout.ts'

/** A diagnostic at a node or an edge. */
interface DrawnFinding {
  readonly severity: DiagnosticEntry['severity']
  readonly message: string
}

/** A box: a node of the file, or the target of an edge that names a missing node. */
export interface DrawnBox {
  readonly name: string
  readonly node: PicturedNode | null
  readonly centre: Point
  readonly findings: readonly DrawnFinding[]
}

/** An edge between two boxes; `number` counts the edges of its node from 1. */
export interface DrawnEdge {
  readonly edge: PicturedEdge
  readonly number: number
  readonly way: readonly Point[]
  readonly findings: readonly DrawnFinding[]
}

export interface Drawing {
  readonly width: number
  readonly height: number
  readonly boxes: readonly DrawnBox[]
  readonly edges: readonly DrawnEdge[]
}

/** The names of all boxes: the nodes, then the targets of edges that name a missing node. */
function boxNames({ nodes, edges }: GraphPicture): readonly string[] {
  return [...new Set([...nodes.map(({ name }) => name), ...edges.map(({ to }) => to)])]
}

/** The node count and the edges of a picture, which determine its layout. */
export function topologyOf(picture: GraphPicture): Topology {
  const numbers = new Map(boxNames(picture).map((name, index) => [name, index]))
  return {
    nodes: numbers.size,
    edges: picture.edges.map(({ from, to }) => [numbers.get(from) ?? 0, numbers.get(to) ?? 0] as const),
  }
}

/** A picture with its layout, and the diagnostics of its file, each at the node or edge that contains it. */
export function drawingOf(picture: GraphPicture, layout: Layout, diagnostics: readonly DiagnosticEntry[]): Drawing {
  const own = diagnostics.filter(({ at }) => at?.path === picture.path)
  const nodes = new Map(picture.nodes.map((node) => [node.name, node]))
  const boxes = boxNames(picture).flatMap((name, index): readonly DrawnBox[] => {
    const centre = layout.nodes[index]
    const node = nodes.get(name) ?? null
    return centre ? [{ name, node, centre, findings: node ? findingsIn(node.at, own) : [] }] : []
  })
  const counts = new Map<string, number>()
  const edges = picture.edges.map((edge, index): DrawnEdge => {
    const number = (counts.get(edge.from) ?? 0) + 1
    counts.set(edge.from, number)
    return { edge, number, way: layout.edges[index] ?? [], findings: findingsIn(edge.at, own) }
  })
  return { width: layout.width, height: layout.height, boxes, edges }
}

function findingsIn(
  { start, end }: { readonly start: number; readonly end: number },
  diagnostics: readonly DiagnosticEntry[],
): readonly DrawnFinding[] {
  return diagnostics.flatMap(({ at, severity, message }) =>
    at && at.start >= start && at.end <= end ? [{ severity, message }] : [],
  )
}

/** The node `start` and every node that is reachable from it, in file order. */
export function nodesFrom({ nodes, edges }: GraphPicture, start: string): readonly PicturedNode[] {
  const reached = new Set([start])
  for (const name of reached) for (const { from, to } of edges) if (from === name) reached.add(to)
  return nodes.filter(({ name }) => reached.has(name))
}

/** An edge as an SVG path: straight at its ends, rounded at its turns. */
export function pathOf(way: readonly Point[]): string {
  const [first, ...rest] = way
  const last = rest.at(-1)
  if (!first || !last) return ''
  const turns = rest.slice(0, -1)
  const curves = turns.map((point, index) => {
    const next = turns[index + 1]
    const to = next ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : last
    return `Q${round(point.x)} ${round(point.y)} ${round(to.x)} ${round(to.y)}`
  })
  return `M${round(first.x)} ${round(first.y)}${curves.length > 0 ? curves.join('') : `L${round(last.x)} ${round(last.y)}`}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/**
 * Shorten a string to at most `most` characters. Names keep their start. IDs keep their end, because IDs differ at the
 * end.
 */
export function fitted(text: string, most: number, keep: 'start' | 'end' = 'start'): string {
  const signs = [...text]
  if (signs.length <= most) return text
  return keep === 'start' ? `${signs.slice(0, most - 1).join('')}…` : `…${signs.slice(1 - most).join('')}`
}
