import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { field, integerOf } from './document.ts'
import type { DocumentPath, GraphError } from './findings.ts'

/** R16.8, `malformed`: parts whose form prevents a walk. A null field counts as absent (S8). */
export function malformedParts(document: Dict): readonly GraphError[] {
  const config = field(document, 'config')
  if (config !== null && !isDict(config)) return [malformed(null, ['config'], 'config is not a mapping')]
  const fields: Dict = config ?? new Map()
  return [...malformedConfig(fields), ...malformedHooks(field(fields, 'hooks')), ...malformedNodes(fields)]
}

function malformed(node: string | null, at: DocumentPath, problem: string): GraphError {
  return { kind: 'malformed', node, at, problem }
}

function malformedConfig(config: Dict): readonly GraphError[] {
  const found: GraphError[] = []
  for (const key of ['nodes', 'state']) {
    const value = field(config, key)
    if (value !== null && !isDict(value)) found.push(malformed(null, ['config', key], `${key} is not a mapping`))
  }
  for (const key of ['max_steps', 'max_concurrency']) {
    const value = field(config, key)
    if (value !== null && integerOf(value) === null)
      found.push(malformed(null, ['config', key], `${key} is not an integer`))
  }
  return found
}

function malformedHooks(hooks: Value): readonly GraphError[] {
  if (hooks === null) return []
  if (!isList(hooks)) return [malformed(null, ['config', 'hooks'], 'hooks is not a list')]
  return hooks.flatMap((hook, index): readonly GraphError[] => {
    const at = ['config', 'hooks', index]
    if (!isDict(hook)) return [malformed(null, at, 'a hook is not a mapping')]
    const action = field(hook, 'action')
    return action === null || isDict(action)
      ? []
      : [malformed(null, [...at, 'action'], 'the action of a hook is not a mapping')]
  })
}

function malformedNodes(config: Dict): readonly GraphError[] {
  const nodes = field(config, 'nodes')
  if (!isDict(nodes)) return []
  return [...nodes].flatMap(([name, node]): readonly GraphError[] => {
    const at = ['config', 'nodes', name]
    if (typeof name !== 'string') return [malformed(null, at, 'the name of a node is not a string')]
    if (node === null) return []
    if (!isDict(node)) return [malformed(name, at, 'it is not a mapping')]
    // No other field of a return node is checked.
    return field(node, 'type') === 'return' ? [] : malformedNode(name, node)
  })
}

function malformedNode(name: string, node: Dict): readonly GraphError[] {
  const at = ['config', 'nodes', name]
  const found: GraphError[] = []
  for (const key of ['action', 'assign']) {
    const value = field(node, key)
    if (value !== null && !isDict(value)) found.push(malformed(name, [...at, key], `${key} is not a mapping`))
  }
  const onError = field(node, 'on_error')
  if (onError !== null && typeof onError !== 'string')
    found.push(malformed(name, [...at, 'on_error'], 'on_error is not a string'))
  const next = field(node, 'next')
  if (next !== null && typeof next !== 'string' && !isEdgeList(next))
    found.push(malformed(name, [...at, 'next'], 'next is neither the name of a node nor a list of {to, when}'))
  return found
}

function isEdgeList(next: Value): boolean {
  if (!isList(next)) return false
  return next.every((edge) => {
    const to = isDict(edge) ? field(edge, 'to') : undefined
    return to === null || typeof to === 'string'
  })
}
