import type { HeldView } from '#core/graph'
import type { WalkTestReport } from '#core/expect'
import type { StepRow } from './step-view.ts'
import { isLookedAt } from './together.ts'

/** The state of a node in a walk: the state of its last step, and the number of visits. */
export interface NodeMark {
  readonly state:
    'skipped' | 'running' | 'held' | 'done' | 'failed' | 'handled' | 'cached' | 'pinned' | 'retried' | 'cut'
  readonly visits: number
  /**
   * The number of calls per final node state, if several calls are shown together. `state` is the first of these
   * states.
   */
  readonly calls?: ReadonlyMap<NodeMark['state'], number>
}

/** The order of states for several calls: waiting first, then running, then failed. */
const urgency: readonly NodeMark['state'][] = [
  'held',
  'running',
  'failed',
  'cut',
  'handled',
  'retried',
  'pinned',
  'cached',
  'done',
  'skipped',
]

/** A key that identifies an edge in its graph. */
export function edgeKey(node: string, kind: 'next' | 'on_error', index: number): string {
  return JSON.stringify([node, kind, index])
}

/**
 * The number of times that a walk followed each edge of the graph at a place, by `edgeKey`. A place is the sequence of
 * calls that leads to the graph.
 */
export function timesTaken(rows: readonly StepRow[], place: string): ReadonlyMap<string, number> {
  const taken = new Map<string, number>()
  for (const { graph, node, taken: edge } of rows) {
    if (node === null || !edge || !isLookedAt(graph, place)) continue
    const key = edgeKey(node, edge.kind, edge.index)
    taken.set(key, (taken.get(key) ?? 0) + 1)
  }
  return taken
}

/**
 * The marks of a walk in the graph at a place: the state after each node's last step, the running node, and the waiting
 * node. `running` maps each place to its running node. Calls that are shown together are marked one by one and then
 * counted.
 */
export function marksOf(
  rows: readonly StepRow[],
  place: string,
  running: ReadonlyMap<string, string>,
  held: HeldView | undefined,
): ReadonlyMap<string, NodeMark> {
  const at = new Map<string, StepRow[]>()
  for (const one of running.keys()) if (isLookedAt(one, place)) at.set(one, [])
  if (held && isLookedAt(held.graph, place)) at.set(held.graph, [])
  for (const row of rows) {
    if (!isLookedAt(row.graph, place)) continue
    const known = at.get(row.graph)
    if (known) known.push(row)
    else at.set(row.graph, [row])
  }
  const calls = [...at].map(([one, own]) => marksOfCall(own, running.get(one), held?.graph === one ? held : undefined))
  const [only] = calls
  if (calls.length > 1) return counted(calls)
  return only ?? new Map()
}

function counted(calls: readonly ReadonlyMap<string, NodeMark>[]): ReadonlyMap<string, NodeMark> {
  const counts = new Map<string, Map<NodeMark['state'], number>>()
  const visits = new Map<string, number>()
  for (const [node, mark] of calls.flatMap((marks) => [...marks])) {
    const states = counts.get(node) ?? new Map<NodeMark['state'], number>()
    counts.set(node, states.set(mark.state, (states.get(mark.state) ?? 0) + 1))
    visits.set(node, (visits.get(node) ?? 0) + mark.visits)
  }
  return new Map(
    [...counts].map(([node, states]) => {
      const sorted = new Map([...states].sort(([a], [b]) => urgency.indexOf(a) - urgency.indexOf(b)))
      const [state = 'skipped'] = sorted.keys()
      return [node, { state, visits: visits.get(node) ?? 0, calls: sorted }] as const
    }),
  )
}

function marksOfCall(
  rows: readonly StepRow[],
  running: string | undefined,
  held: HeldView | undefined,
): ReadonlyMap<string, NodeMark> {
  const marks = new Map<string, NodeMark>()
  const visits = new Map<string, Set<string>>()
  for (const row of rows) {
    if (row.node === null) continue
    const seen = visits.get(row.node) ?? new Set<string>()
    seen.add(row.address.replace(/\.\d+$/, ''))
    visits.set(row.node, seen)
    marks.set(row.node, { state: stateOf(row), visits: seen.size })
  }
  const put = (node: string, state: NodeMark['state']): void =>
    void marks.set(node, { state, visits: visits.get(node)?.size ?? 0 })
  // While the walk waits in this graph, none of its nodes runs.
  if (running !== undefined && !held) put(running, 'running')
  if (held && held.node !== null) put(held.node, 'held')
  return marks
}

/** The marks of a finished walk, with unreached nodes marked as skipped. */
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

/**
 * The number of times that the project's tests follow each edge of a graph, by `edgeKey`; undefined before they run, or
 * if their report omits the graph.
 */
export function timesCovered(
  report: WalkTestReport | undefined,
  itemId: string | undefined,
): ReadonlyMap<string, number> | undefined {
  const edges = report?.coverage.find(({ graph }) => graph === itemId)?.edges
  return edges && new Map(edges.map(({ from, kind, index, taken }) => [edgeKey(from, kind, index), taken]))
}
