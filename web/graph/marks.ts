import type { HeldView, WalkTestReport } from '#core'
import type { StepRow } from './step-view.ts'

/** How a node stands in a walk: its last step, and how often it was entered. */
export interface NodeMark {
  readonly state:
    'skipped' | 'running' | 'held' | 'done' | 'failed' | 'handled' | 'cached' | 'pinned' | 'retried' | 'cut'
  readonly visits: number
}

/** The name of an edge among all of a graph. */
export function edgeKey(node: string, kind: 'next' | 'on_error', index: number): string {
  return JSON.stringify([node, kind, index])
}

/** How often a walk took each edge of the graph at a place, by `edgeKey`; a place is the calls that lead there. */
export function timesTaken(rows: readonly StepRow[], place: string): ReadonlyMap<string, number> {
  const taken = new Map<string, number>()
  for (const { graph, node, taken: edge } of rows) {
    if (graph !== place || node === null || !edge) continue
    const key = edgeKey(node, edge.kind, edge.index)
    taken.set(key, (taken.get(key) ?? 0) + 1)
  }
  return taken
}

/** The marks of a walk in the graph at a place: each node as its last step left it, the one that runs, and the one that waits. */
export function marksOf(
  rows: readonly StepRow[],
  place: string,
  running: string | undefined,
  held: HeldView | undefined,
): ReadonlyMap<string, NodeMark> {
  const marks = new Map<string, NodeMark>()
  const visits = new Map<string, Set<string>>()
  for (const row of rows) {
    if (row.graph !== place || row.node === null) continue
    const seen = visits.get(row.node) ?? new Set<string>()
    seen.add(row.address.replace(/\.\d+$/, ''))
    visits.set(row.node, seen)
    marks.set(row.node, { state: stateOf(row), visits: seen.size })
  }
  const put = (node: string, state: NodeMark['state']): void =>
    void marks.set(node, { state, visits: visits.get(node)?.size ?? 0 })
  // Where the walk waits in this graph, none of its nodes runs.
  const isHeld = held?.graph === place
  if (running !== undefined && !isHeld) put(running, 'running')
  if (isHeld && held.node !== null) put(held.node, 'held')
  return marks
}

/** The marks of a walk that is over: nodes that it never came to are marked too. */
export function withSkipped(
  marks: ReadonlyMap<string, NodeMark>,
  names: readonly string[],
): ReadonlyMap<string, NodeMark> {
  const skipped = names.filter((name) => !marks.has(name))
  return new Map([...marks, ...skipped.map((name) => [name, { state: 'skipped', visits: 0 }] as const)])
}

function stateOf({ status, isCached, isPinned }: StepRow): NodeMark['state'] {
  if (status === 'failed') return 'failed'
  if (status === 'failed-handled' || status === 'failed-continued') return 'handled'
  if (status === 'retried') return 'retried'
  if (status === 'cut') return 'cut'
  return isPinned ? 'pinned' : isCached ? 'cached' : 'done'
}

/** How often the tests of a project take each edge of one graph, by `edgeKey`; undefined before they ran. */
export function timesCovered(
  report: WalkTestReport | undefined,
  itemId: string | undefined,
): ReadonlyMap<string, number> | undefined {
  const edges = report?.coverage.find(({ graph }) => graph === itemId)?.edges
  return edges && new Map(edges.map(({ from, kind, index, taken }) => [edgeKey(from, kind, index), taken]))
}
