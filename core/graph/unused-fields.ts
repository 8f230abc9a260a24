import type { Suggestions } from '../text/near.ts'
import { pyStr } from '../read/value/text.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { readItemId, withKind } from './capability.ts'
import { dictOf, field, type Graph } from './document.ts'
import type { DocumentPath } from './findings.ts'

/** A key without effect on a walk (R16.2). */
export interface UnusedField {
  readonly node: string | null
  readonly field: string
  readonly near: readonly string[]
  /** Whether the reference uses the key and this product intentionally does not. */
  readonly left_out: boolean
  readonly at: DocumentPath
}

const known = {
  config: ['start', 'nodes', 'state', 'on_error', 'hooks', 'max_steps', 'max_concurrency'],
  node: [
    ...['type', 'action', 'assign', 'next', 'on_error', 'cache_result', 'env_requires', 'description', 'comment'],
    ...['over', 'as', 'collect', 'parallel', 'max_concurrency', 'output'],
  ],
  action: ['primary', 'item_id', 'item_type', 'params', 'retry', 'max_retries'],
  edge: ['to', 'when', 'description', 'comment'],
  hook: ['event', 'condition', 'action', 'layer', 'description', 'comment'],
} as const

/** Keys for threads, remote nodes, content-addressed snapshots and knowledge files. No seed requires them. */
const leftOut: ReadonlySet<string> = new Set([
  ...['thread', 'threads', 'thread_id', 'async', 'remote', 'target', 'cas', 'snapshot', 'snapshots', 'knowledge'],
])

/** Every key without effect in the config, the nodes and the hooks of a graph. */
export function unusedFields(graph: Graph, suggestions: Suggestions): readonly UnusedField[] {
  const found: UnusedField[] = []
  const look = (fields: Dict, names: readonly string[], node: string | null, at: DocumentPath): void => {
    for (const key of fields.keys()) {
      const name = pyStr(key)
      if (names.includes(name)) continue
      found.push({
        node,
        field: name,
        near: suggestions.near(name, names),
        left_out: leftOut.has(name),
        at: [...at, key],
      })
    }
  }
  const action = (value: Value, node: string | null, at: DocumentPath): void => {
    if (!isDict(value)) return
    look(value, known.action, node, at)
    const id = withKind(field(value, 'item_id'), field(value, 'item_type'))
    const kind = readItemId(id)?.kind
    if (kind !== undefined && kind !== 'tool')
      found.push({ node, field: kind, near: [], left_out: true, at: [...at, 'item_id'] })
  }
  look(graph.config, known.config, null, ['config'])
  for (const { name, fields } of graph.nodes.values()) {
    const at = ['config', 'nodes', name]
    look(fields, known.node, name, at)
    action(field(fields, 'action'), name, [...at, 'action'])
    const next = field(fields, 'next')
    if (isList(next)) next.forEach((edge, index) => look(dictOf(edge), known.edge, name, [...at, 'next', index]))
  }
  const hooks = field(graph.config, 'hooks')
  if (isList(hooks)) {
    hooks.forEach((hook, index) => {
      const at = ['config', 'hooks', index]
      look(dictOf(hook), known.hook, null, at)
      action(field(dictOf(hook), 'action'), null, [...at, 'action'])
    })
  }
  return found
}
