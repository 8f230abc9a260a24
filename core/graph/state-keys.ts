import { isDict, isList, type Value } from '../read/value/value.ts'
import { dictOf, field, textField, type Graph, type GraphNode } from './document.ts'
import { parseTemplate } from './expression.ts'
import type { DocumentPath } from './findings.ts'
import { parsePath, type Path } from './path.ts'

/** Top-level state keys of a graph, each with the first place that names it (R16.8, S19). */
export interface StateKeys {
  readonly read: ReadonlyMap<string, DocumentPath>
  readonly assigned: ReadonlyMap<string, DocumentPath>
  readonly loopVariables: ReadonlySet<string>
}

/** Read: in `${...}` of nodes and hook actions, and in conditions. Assigned: as `assignedKeys` says. */
export function stateKeys(graph: Graph): StateKeys {
  const read = new Map<string, DocumentPath>()
  const loopVariables = new Set<string>()
  for (const node of graph.nodes.values()) {
    if (node.kind === 'foreach') loopVariables.add(loopVariable(node))
    const at = ['config', 'nodes', node.name]
    noteTexts(node.fields, at, read)
    const next = field(node.fields, 'next')
    if (isList(next)) {
      next.forEach((edge, index) => noteCondition(field(dictOf(edge), 'when'), [...at, 'next', index, 'when'], read))
    }
  }
  for (const { index, action, condition } of graph.hooks) {
    const at = ['config', 'hooks', index]
    if (action) noteTexts(action, [...at, 'action'], read)
    noteCondition(condition, [...at, 'condition'], read)
  }
  return { read, assigned: assignedKeys(graph), loopVariables }
}

/** The keys that are given a value: by `assign`, `collect` and `config.state`. */
export function assignedKeys(graph: Graph): StateKeys['assigned'] {
  const assigned = new Map<string, DocumentPath>()
  for (const key of graph.state.keys()) note(assigned, key, ['config', 'state', key])
  for (const node of graph.nodes.values()) noteAssigned(node, assigned)
  return assigned
}

/** The name of a foreach node's items: `as`, by default `item`. */
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

function noteTexts(value: Value, at: DocumentPath, read: Map<string, DocumentPath>): void {
  if (typeof value === 'string') {
    if (!value.includes('${')) return
    for (const { paths } of parseTemplate(value).expressions) for (const { parts } of paths) notePath(parts, at, read)
  } else if (isList(value)) value.forEach((item, index) => noteTexts(item, [...at, index], read))
  else if (isDict(value)) for (const [key, item] of value) noteTexts(item, [...at, key], read)
}

/** Every `path` of a condition, also in parts that another part hides. */
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

function notePath([root, key]: Path, at: DocumentPath, read: Map<string, DocumentPath>): void {
  if (root === 'state' && key !== undefined) note(read, key, at)
}

function note(keys: Map<string, DocumentPath>, key: Value, at: DocumentPath): void {
  if (typeof key === 'string' && !keys.has(key)) keys.set(key, at)
}
