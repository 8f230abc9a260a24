import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'

/** The type of a node (R16.2). A node with any other type, or without a type, is an action node. */
export type NodeKind = 'action' | 'gate' | 'foreach' | 'return'

/** A node with its fields from the file. */
export interface GraphNode {
  readonly name: string
  readonly kind: NodeKind
  readonly fields: Dict
}

/** An action that runs at an event (R16.5). */
export interface Hook {
  readonly index: number
  readonly event: Value
  readonly condition: Value
  readonly action: Dict | null
  readonly layer: number
}

/** The document of a graph tool (R16.2). A malformed field counts as absent, and `checkGraph` reports it. */
export interface Graph {
  /** `category`, which is the graph ID for hooks and caches; `unknown` if it is not a string. */
  readonly id: string
  readonly permissions: Value
  readonly envRequires: Value
  readonly schema: Value
  readonly start: Value
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly state: Dict
  readonly continues: boolean
  readonly hooks: readonly Hook[]
  readonly maxSteps: number | null
  readonly maxConcurrency: number | null
  readonly config: Dict
}

const none: Dict = new Map()

/** A field; null counts as absent (S8). */
export function field(fields: Dict, key: string): Value {
  return fields.get(key) ?? null
}

/** A non-empty string field; null for another value. */
export function textField(fields: Dict, key: string): string | null {
  const value = field(fields, key)
  return typeof value === 'string' && value !== '' ? value : null
}

/** A mapping; an empty mapping for another value. */
export function dictOf(value: Value): Dict {
  return isDict(value) ? value : none
}

/** An integer, limited to JavaScript's safe integers; null for another value, including Python's True and False. */
export function integerOf(value: Value): number | null {
  if (typeof value === 'bigint') return value > 0n ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER
  return typeof value === 'number' && Number.isInteger(value) ? value : null
}

/** Reads the document of a graph tool, which has the top-level keys of the file. */
export function readGraph(document: Dict): Graph {
  const config = dictOf(field(document, 'config'))
  const category = field(document, 'category')
  return {
    id: typeof category === 'string' ? category : 'unknown',
    permissions: field(document, 'permissions'),
    envRequires: field(document, 'env_requires'),
    schema: field(document, 'config_schema'),
    start: field(config, 'start'),
    nodes: readNodes(field(config, 'nodes')),
    state: dictOf(field(config, 'state')),
    continues: field(config, 'on_error') === 'continue',
    hooks: readHooks(field(config, 'hooks')),
    maxSteps: integerOf(field(config, 'max_steps')),
    maxConcurrency: integerOf(field(config, 'max_concurrency')),
    config,
  }
}

function readNodes(nodes: Value): ReadonlyMap<string, GraphNode> {
  const read = new Map<string, GraphNode>()
  for (const [name, node] of dictOf(nodes)) {
    if (typeof name !== 'string') continue
    const fields = dictOf(node)
    read.set(name, { name, kind: kindOf(field(fields, 'type')), fields })
  }
  return read
}

function kindOf(type: Value): NodeKind {
  return type === 'gate' || type === 'foreach' || type === 'return' ? type : 'action'
}

function readHooks(hooks: Value): readonly Hook[] {
  if (!isList(hooks)) return []
  return hooks.map((hook, index) => {
    const fields = dictOf(hook)
    const action = field(fields, 'action')
    const layer = field(fields, 'layer')
    return {
      index,
      event: field(fields, 'event'),
      condition: field(fields, 'condition'),
      action: isDict(action) ? action : null,
      layer: typeof layer === 'number' ? layer : 1,
    }
  })
}
