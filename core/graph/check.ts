import { isDict, isList, isTruthy, type Dict, type Value } from '../read/value/value.ts'
import { field, textField, type Graph, type GraphNode } from './document.ts'
import type { DocumentPath, GraphCheck, GraphError, GraphWarning } from './findings.ts'
import { malformedParts } from './malformed.ts'
import { GraphReading } from './reading.ts'

/** R16.8: the findings about a graph before it runs, without those about environment and inputs. */
export function checkGraph(document: Dict): GraphCheck {
  return checkReading(new GraphReading(document))
}

/** The findings about a graph that has been read. */
export function checkReading(reading: GraphReading): GraphCheck {
  const { document, graph } = reading
  const malformed = malformedParts(document)
  if (malformed.length > 0) return { errors: malformed, warnings: [] }
  const edges = new Map([...graph.nodes.values()].map((node) => [node, edgesOf(node)]))
  const errors = [...checkTop(graph)]
  for (const [node, drawn] of edges) errors.push(...checkNode(graph, node, drawn))
  return { errors, warnings: hasStart(graph) ? [...unreachable(graph, edges), ...oddKeys(reading)] : [] }
}

type DrawnEdges = ReadonlyMap<GraphNode, readonly DrawnEdge[]>

function hasStart(graph: Graph): boolean {
  return typeof graph.start === 'string' && graph.nodes.has(graph.start)
}

function checkTop(graph: Graph): readonly GraphError[] {
  const errors: GraphError[] = []
  if (!isTruthy(graph.permissions))
    errors.push({ kind: 'no-permissions', at: ['permissions'], value: graph.permissions })
  if (!isTruthy(graph.start)) errors.push({ kind: 'no-start', at: ['config', 'start'], value: graph.start })
  else if (!hasStart(graph)) errors.push({ kind: 'unknown-start', at: ['config', 'start'], target: graph.start })
  const onError = field(graph.config, 'on_error')
  if (onError !== null && onError !== 'fail' && onError !== 'continue')
    errors.push({ kind: 'bad-on-error', at: ['config', 'on_error'], value: onError })
  return errors
}

function checkNode(graph: Graph, node: GraphNode, edges: readonly DrawnEdge[]): readonly GraphError[] {
  if (node.kind === 'return') return []
  const at = ['config', 'nodes', node.name]
  const unknown = edges
    .filter(({ to }) => !graph.nodes.has(to))
    .map(({ kind, to, at }): GraphError => ({ kind, node: node.name, target: to, at }))
  return [...unknown, ...(node.kind === 'foreach' ? checkForeach(node, at) : checkAction(node, at))]
}

function checkAction({ name, kind, fields }: GraphNode, at: DocumentPath): readonly GraphError[] {
  return kind === 'action' && field(fields, 'action') === null ? [{ kind: 'missing-action', node: name, at }] : []
}

function checkForeach({ name, fields }: GraphNode, at: DocumentPath): readonly GraphError[] {
  const errors: GraphError[] = []
  const over = field(fields, 'over')
  const action = field(fields, 'action')
  if (over === null || over === '') errors.push({ kind: 'foreach-without-over', node: name, at })
  if (action === null) errors.push({ kind: 'foreach-without-action', node: name, at })
  const params = isDict(action) ? field(action, 'params') : null
  const where = isAsync(action) ? [] : isAsync(params) ? ['params'] : undefined
  if (where) errors.push({ kind: 'async-foreach', node: name, at: [...at, 'action', ...where, 'async'] })
  return errors
}

function isAsync(value: Value): boolean {
  return isDict(value) && value.get('async') === true
}

/** An edge in a file, from `next` or `on_error`, and its place. */
export interface DrawnEdge {
  readonly kind: 'unknown-next' | 'unknown-on-error'
  readonly to: string
  readonly at: DocumentPath
}

/** Every edge of a node. A `next` with an empty name counts as an edge; list entries without a name do not. */
export function edgesOf({ name, fields }: GraphNode): readonly DrawnEdge[] {
  const at = ['config', 'nodes', name]
  const edges: DrawnEdge[] = []
  const next = field(fields, 'next')
  if (typeof next === 'string') edges.push({ kind: 'unknown-next', to: next, at: [...at, 'next'] })
  if (isList(next)) {
    next.forEach((edge, index) => {
      const to = isDict(edge) ? textField(edge, 'to') : null
      if (to !== null) edges.push({ kind: 'unknown-next', to, at: [...at, 'next', index, 'to'] })
    })
  }
  const onError = textField(fields, 'on_error')
  if (onError !== null) edges.push({ kind: 'unknown-on-error', to: onError, at: [...at, 'on_error'] })
  return edges
}

/** Warnings about nodes without a path from the start node. */
function unreachable(graph: Graph, edges: DrawnEdges): readonly GraphWarning[] {
  const reached = new Set<string>()
  const open = [String(graph.start)]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const node = graph.nodes.get(name)
    if (!node || reached.has(name)) continue
    reached.add(name)
    for (const { to } of edges.get(node) ?? []) open.push(to)
  }
  return [...graph.nodes.keys()]
    .filter((name) => !reached.has(name))
    .map((node) => ({ kind: 'unreachable', node, at: ['config', 'nodes', node] }))
}

const everyones: ReadonlySet<string> = new Set(['inputs', '_last_error', '_retries'])

function oddKeys({ keys: { read, assigned, loopVariables } }: GraphReading): readonly GraphWarning[] {
  const found: GraphWarning[] = []
  for (const [key, at] of read) {
    if (!assigned.has(key) && !loopVariables.has(key) && !everyones.has(key))
      found.push({ kind: 'never-assigned', key, at })
  }
  for (const [key, at] of assigned) {
    if (!read.has(key) && !everyones.has(key)) found.push({ kind: 'never-read', key, at })
  }
  return found
}
