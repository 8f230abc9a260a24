import { isDict, isList, type Value } from '../read/value/value.ts'
import { dictOf, field, textField, type Graph, type GraphNode } from './document.ts'
import type { FilledText, FilledTexts } from './filled-texts.ts'
import type { DocumentPath } from './findings.ts'
import { parsePath, type Path } from './path.ts'

/** Top-level state keys of a graph, each with the first place that names it (R16.8, S19). */
export interface StateKeys {
  readonly read: ReadonlyMap<string, DocumentPath>
  readonly assigned: ReadonlyMap<string, DocumentPath>
  readonly loopVariables: ReadonlySet<string>
}

/** The keys read in conditions and in `${...}` of nodes and hook actions, and the assigned keys (`assignedKeys`). */
export function stateKeys(graph: Graph, texts: FilledTexts): StateKeys {
  const read = new Map<string, DocumentPath>()
  const loopVariables = new Set<string>()
  for (const node of graph.nodes.values()) {
    if (node.kind === 'foreach') loopVariables.add(loopVariable(node))
    const at = ['config', 'nodes', node.name]
    noteTexts(texts.of(node), read)
    const next = field(node.fields, 'next')
    if (isList(next)) {
      next.forEach((edge, index) => noteCondition(field(dictOf(edge), 'when'), [...at, 'next', index, 'when'], read))
    }
  }
  for (const hook of graph.hooks) {
    noteTexts(texts.of(hook), read)
    noteCondition(hook.condition, ['config', 'hooks', hook.index, 'condition'], read)
  }
  return { read, assigned: assignedKeys(graph), loopVariables }
}

/** The keys that `assign`, `collect` and `config.state` set. */
export function assignedKeys(graph: Graph): StateKeys['assigned'] {
  const assigned = new Map<string, DocumentPath>()
  for (const key of graph.state.keys()) note(assigned, key, ['config', 'state', key])
  for (const node of graph.nodes.values()) noteAssigned(node, assigned)
  return assigned
}

/** The name of a foreach node's loop variable: `as`. Default: `item`. */
export function loopVariable({ fields }: GraphNode): string {
  const name = field(fields, 'as')
  return typeof name === 'string' ? name : 'item'
}

function noteAssigned({ name, fields }: GraphNode, assigned: Map<string, DocumentPath>): void {
  const at = ['config', 'nodes', name]
  for (const key of dictOf(field(fields, 'assign')).keys()) note(assigned, key, [...at, 'assign', key])
  const collect = textField(fields, 'collect')
  if (collect !== null) note(assigned, collect, [...at, 'collect'])
}

function noteTexts(texts: readonly FilledText[], read: Map<string, DocumentPath>): void {
  for (const { template, at } of texts)
    for (const { paths } of template.expressions) for (const { parts } of paths) notePath(parts, at, read)
}

/** Records every `path` of a condition, even in parts that are never evaluated. */
function noteCondition(condition: Value, at: DocumentPath, read: Map<string, DocumentPath>): void {
  if (!isDict(condition)) return
  for (const key of ['any', 'all']) {
    const parts = field(condition, key)
    if (isList(parts)) parts.forEach((part, index) => noteCondition(part, [...at, key, index], read))
  }
  noteCondition(field(condition, 'not'), [...at, 'not'], read)
  const path = field(condition, 'path')
  if (typeof path === 'string') notePath(parsePath(path), [...at, 'path'], read)
}

function notePath(parts: Path, at: DocumentPath, read: Map<string, DocumentPath>): void {
  if (parts[0] === 'state' && parts[1] !== undefined) note(read, parts[1], at)
}

function note(keys: Map<string, DocumentPath>, key: Value, at: DocumentPath): void {
  if (typeof key === 'string' && !keys.has(key)) keys.set(key, at)
}
