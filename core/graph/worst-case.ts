import { limits } from '../limits.ts'
import { isList, type Dict } from '../read/value/value.ts'
import { withKind } from './capability.ts'
import { edgesOf } from './check.ts'
import { dictOf, field, integerOf, type Graph, type GraphNode } from './document.ts'
import { isOpen } from './foreseen.ts'
import { usualRetries } from './hooks.ts'
import { defaultBounds } from './budget.ts'

/** The maximum cost of one graph walk, known before the walk starts (R16.2). */
export interface WorstCase {
  readonly steps: number
  /** Calls, including calls of hooks, items, retries and called graphs. */
  readonly actions: number
  /**
   * Nodes, and hooks as `hook:<event>`, whose calls cannot be counted before the walk. Only the limit `graphActions`
   * restricts them.
   */
  readonly uncounted: readonly string[]
}

/**
 * Returns the worst case of a called graph; null for an item that does not make calls, `unknown` if the calls cannot be
 * counted.
 */
export type Inside = (itemId: string) => WorstCase | null | 'unknown'

/**
 * The maximum number of nodes and edges examined for the longest path. Beyond it, every step counts as the most
 * expensive one.
 */
const mostWork = 300_000

/** The worst case of a graph. The step limit is set by the graph, otherwise by the call, otherwise by the default. */
export function worstCase(graph: Graph, inside: Inside, askedSteps: number | null = null): WorstCase {
  const most = Math.min(Math.max(graph.maxSteps ?? askedSteps ?? defaultBounds.steps, 0), limits.graphSteps)
  const uncounted = new Set<string>()
  const calls = (action: Dict, of: string): number => 1 + insideOf(action, inside, () => uncounted.add(of))
  const hooks = (event: string): number =>
    graph.hooks.reduce((sum, hook) => {
      const calling = hook.event === event && hook.action !== null && field(hook.action, 'item_id') !== null
      return calling ? sum + calls(hook.action, `hook:${event}`) : sum
    }, 0)
  const failing = hooks('error')
  const after = hooks('after_step')
  const retries = retriesOf(graph)
  const reached = reachableNodes(graph)
  let again = 0
  const weights = new Map<string, number>()
  for (const node of reached) {
    const once = callsOf(node, calls, () => uncounted.add(node.name))
    const isAction = node.kind === 'action'
    weights.set(node.name, once + (isAction ? failing + after : 0))
    // R16.5: counters are never reset, so `retries` is the number for the whole walk.
    if (isAction && retries !== null) again += retries * (once + failing)
    if (isAction && retries === null) uncounted.add(node.name)
  }
  const edges = new Map(reached.map((node) => [node.name, edgesOf(node).map(({ to }) => to)]))
  const start = String(graph.start)
  const steps = longest(edges, new Map(reached.map(({ name }) => [name, 1])), start, most)
  const whole = hooks('graph_started') + hooks('graph_completed') + hooks('limit')
  const counted = longest(edges, weights, start, most) + again + whole
  return {
    steps: Math.min(steps, limits.graphSteps),
    actions: uncounted.size > 0 ? limits.graphActions : Math.min(counted, limits.graphActions),
    uncounted: [...uncounted],
  }
}

function insideOf(action: Dict, inside: Inside, uncounted: () => void): number {
  const id = withKind(field(action, 'item_id'), field(action, 'item_type'))
  if (typeof id !== 'string') return 0
  const within = isOpen(id) ? 'unknown' : inside(id)
  if (within === null) return 0
  if (within === 'unknown' || within.uncounted.length > 0) uncounted()
  return within === 'unknown' ? 0 : within.actions
}

function callsOf(
  { kind, name, fields }: GraphNode,
  calls: (action: Dict, of: string) => number,
  uncounted: () => void,
): number {
  if (kind === 'gate' || kind === 'return') return 0
  const each = calls(dictOf(field(fields, 'action')), name)
  if (kind === 'action') return each
  const over = field(fields, 'over')
  if (isList(over)) return over.length * each
  // A constant string is not a list, so it counts as an empty list.
  if (typeof over === 'string' && isOpen(over)) uncounted()
  return 0
}

/** R16.5: the total number of retries of a node; null if a hook calls a tool that can request any number. */
function retriesOf(graph: Graph): number | null {
  let most = 0
  for (const { event, action, layer } of graph.hooks) {
    if (event !== 'error' || action === null || (layer !== 1 && layer !== 2)) continue
    if (field(action, 'item_id') !== null) return null
    if (field(action, 'retry') === true) most = Math.max(most, integerOf(field(action, 'max_retries')) ?? usualRetries)
  }
  return most
}

/** The nodes that are reachable from the start node, including the start node. */
export function reachableNodes(graph: Graph): readonly GraphNode[] {
  const reached = new Map<string, GraphNode>()
  const open = [String(graph.start)]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const node = graph.nodes.get(name)
    if (!node || reached.has(name)) continue
    reached.set(name, node)
    if (node.kind !== 'return') open.push(...edgesOf(node).map(({ to }) => to))
  }
  return [...reached.values()]
}

/** The cost of the most expensive path from the start with a limited number of steps. */
function longest(
  edges: ReadonlyMap<string, readonly string[]>,
  weights: ReadonlyMap<string, number>,
  start: string,
  most: number,
): number {
  if (most === 0 || !weights.has(start)) return 0
  let best = new Map(weights)
  let work = 0
  for (let steps = 1; steps < most; steps++) {
    const next = new Map<string, number>()
    for (const [name, weight] of weights) {
      const ways = edges.get(name) ?? []
      work += 1 + ways.length
      next.set(name, weight + Math.max(0, ...ways.map((to) => best.get(to) ?? 0)))
    }
    const settled = [...next].every(([name, value]) => best.get(name) === value)
    best = next
    if (settled) break
    if (work > mostWork) return most * Math.max(...weights.values())
  }
  return best.get(start) ?? 0
}
