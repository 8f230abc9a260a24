import type { Suggestions } from '../text/near.ts'
import { pyStr } from '../read/value/text.ts'
import type { KeySchema, KeySchemas } from '../read/metadata/key-schema.ts'
import { isDict, isList, type Value } from '../read/value/value.ts'
import { readItemId, withKind } from './capability.ts'
import { field, type Graph } from './document.ts'
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

const notes: KeySchemas = {
  description: { about: 'a description, in one sentence' },
  comment: { about: 'a note for readers of the file' },
}

const action: KeySchema = {
  about: 'the call of a tool',
  rule: 'R16.2',
  keys: {
    primary: { about: 'the act; only "execute" is supported', rule: 'R16.6', otherwise: 'execute' },
    item_id: { about: 'the tool to call, such as tool:text/count; a template', rule: 'R16.2' },
    item_type: { about: 'the kind of the item, if item_id has no kind', rule: 'R16.6', otherwise: 'tool' },
    params: { about: 'the parameters of the call, as templates', rule: 'R16.3', otherwise: 'none' },
    retry: { about: 'whether a hook requests another attempt', rule: 'R16.5', otherwise: 'false' },
    max_retries: { about: 'the number of further attempts of a node', rule: 'R16.5', otherwise: '3' },
  },
}

const next: KeySchema = {
  about: 'the next node, or edges with conditions; the walk follows the first edge whose condition is true',
  rule: 'R16.4',
  otherwise: 'the walk ends',
  keys: {
    to: { about: 'the next node', rule: 'R16.4' },
    when: { about: 'a condition', rule: 'R16.4', otherwise: 'true' },
    ...notes,
  },
}

const concurrency: KeySchema = { about: 'maximum number of parallel calls', rule: 'R16.2' }

const node: KeySchema = {
  about: 'a node',
  rule: 'R16.2',
  keys: {
    type: {
      about: 'the type of the node',
      rule: 'R16.2',
      otherwise: 'action',
      values: {
        action: 'calls a tool',
        gate: 'chooses the next node, without a call',
        foreach: 'makes one call per item of a list',
        return: 'ends the walk with its output',
      },
    },
    action,
    assign: { about: 'values for the state, as templates that can use the result', rule: 'R16.3' },
    next,
    on_error: { about: 'the next node after a failure', rule: 'R16.5', otherwise: 'on_error of the graph' },
    cache_result: { about: 'whether to cache the result of the call', rule: 'R16.8', otherwise: 'false' },
    env_requires: { about: 'environment variables that the node requires', otherwise: 'none' },
    over: { about: 'the list of a foreach node, as a template', rule: 'R16.2' },
    as: { about: 'the name of the current list item', rule: 'R16.2', otherwise: 'item' },
    collect: { about: 'the state key for the results of a foreach node', rule: 'R16.2' },
    parallel: { about: 'whether a foreach node makes its calls in parallel', rule: 'R16.2', otherwise: 'false' },
    max_concurrency: concurrency,
    output: { about: 'the output of a return node, as templates', rule: 'R16.2' },
    ...notes,
  },
}

/** The keys in the `config` of a graph (R16.2). All other keys have no effect. */
export const graphKeys: KeySchemas = {
  start: { about: 'the first node', rule: 'R16.2' },
  nodes: { about: 'the nodes, by name', rule: 'R16.2', any: node },
  state: { about: 'the initial state', rule: 'R16.3', otherwise: 'empty' },
  on_error: {
    about: 'what happens after a failure in a node without on_error',
    rule: 'R16.5',
    otherwise: 'fail',
    values: { fail: 'the walk ends', continue: 'the walk records the error and continues' },
    closed: 'the graph does not start',
  },
  hooks: {
    about: 'actions that run at events of the walk',
    rule: 'R16.5',
    keys: {
      event: {
        about: 'the event',
        rule: 'R16.5',
        values: {
          graph_started: 'before the first node',
          after_step: 'after each step',
          error: 'a node failed',
          limit: 'the walk reached a limit',
          graph_completed: 'the walk ended',
        },
      },
      condition: { about: 'a condition', rule: 'R16.4', otherwise: 'true' },
      action,
      layer: { about: 'hooks run in the order of their layers', rule: 'R16.5', otherwise: '1' },
      ...notes,
    },
  },
  max_steps: { about: 'maximum number of steps of a walk', rule: 'R16.2', otherwise: '100' },
  max_concurrency: concurrency,
}

/** Keys for threads, remote nodes, content-addressed snapshots and knowledge files. No seed requires them. */
const leftOut: ReadonlySet<string> = new Set([
  ...['thread', 'threads', 'thread_id', 'async', 'remote', 'target', 'cas', 'snapshot', 'snapshots', 'knowledge'],
])

/** Every key without effect in the config, the nodes and the hooks of a graph, and every item kind except `tool`. */
export function unusedFields(graph: Graph, suggestions: Suggestions): readonly UnusedField[] {
  const found: UnusedField[] = []
  const note = (field: string, near: readonly string[], left_out: boolean, at: DocumentPath): void => {
    const [, part, name] = at
    found.push({ node: part === 'nodes' && typeof name === 'string' ? name : null, field, near, left_out, at })
  }
  const look = (value: Value, schema: KeySchema, at: DocumentPath): void => {
    if (isList(value)) value.forEach((item, index) => isDict(item) && look(item, schema, [...at, index]))
    if (!isDict(value)) return
    const { keys = {}, any } = schema
    for (const [key, inner] of value) {
      const name = pyStr(key)
      const known = Object.hasOwn(keys, name) ? keys[name] : any
      if (known?.keys ?? known?.any) look(inner, known, [...at, key])
      else if (!known) note(name, suggestions.near(name, Object.keys(keys)), leftOut.has(name), [...at, key])
    }
    if (schema !== action) return
    const kind = readItemId(withKind(field(value, 'item_id'), field(value, 'item_type')))?.kind
    if (kind !== undefined && kind !== 'tool') note(kind, [], true, [...at, 'item_id'])
  }
  look(graph.config, { about: 'config', keys: graphKeys }, ['config'])
  return found
}
