import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { dictOf, field, type Graph, type GraphNode } from './document.ts'
import { parseTemplate } from './expression.ts'
import { Interpolator } from './interpolate.ts'
import { ValueLimit } from './size.ts'
import { assignedKeys, loopVariable } from './state-keys.ts'

/** Whether a string contains an expression for the walk to evaluate. */
export function isOpen(text: string): boolean {
  return text.includes('{input:') || parseTemplate(text).expressions.length > 0
}

/** Names whose values cannot change before a node runs. */
export interface Foreseen {
  /** Null if only the caller of the graph knows the inputs, or if `inputs` is also set as a state key. */
  readonly inputs: Dict | null
  /** State keys that no node assigns. */
  readonly state: Dict
  /** An item in a known list, with its loop variable's name. */
  readonly item?: { readonly name: string; readonly value: Value }
  /** Whether the state is hidden, as for parallel items (R16.2). */
  readonly alone?: boolean
}

/** The values known before a walk begins: its inputs, and the state keys that no node assigns. */
export function foreseenOf(graph: Graph, inputs: Dict | null, injected: Dict): Foreseen {
  const assigned = assignedKeys(graph)
  const written = writtenKeys(graph)
  const initial = [...graph.state, ...injected].filter(([key]) => typeof key !== 'string' || !written.has(key))
  const state = new Map(initial.filter(([key]) => !walkersOwn.has(key)))
  return { inputs: assigned.has('inputs') || injected.has('inputs') ? null : inputs, state }
}

const walkersOwn: ReadonlySet<Value> = new Set(['inputs', '_last_error', '_retries'])

/** Keys that a node can assign. */
function writtenKeys(graph: Graph): ReadonlySet<Value> {
  const written = new Set<Value>()
  for (const { fields } of graph.nodes.values()) {
    for (const key of dictOf(field(fields, 'assign')).keys()) written.add(key)
    const collect = field(fields, 'collect')
    if (collect !== null) written.add(collect)
  }
  return written
}

/**
 * The value that interpolation will produce; undefined if it depends on the walk or exceeds a limit. Adds the
 * expressions that depend on the walk, or the limit, to `open`.
 */
export function foresee(value: Value, known: Foreseen, open: Set<string>): Value | undefined {
  const found = new Set<string>()
  noteOpen(value, known, found)
  for (const name of found) open.add(name)
  if (found.size > 0) return undefined
  try {
    return new Interpolator().fill(value, foreseenScope(known))
  } catch (fault) {
    if (!(fault instanceof ValueLimit)) throw fault
    open.add(fault.limit)
    return undefined
  }
}

/**
 * The items of a foreach node; undefined if they depend on the walk. A value that is not a list counts as an empty
 * list.
 */
export function foreseenItems({ fields }: GraphNode, known: Foreseen, open: Set<string>): readonly Value[] | undefined {
  const over = foresee(field(fields, 'over'), known, open)
  if (over === undefined) return undefined
  return isList(over) ? over : []
}

/** The known values in the action for one item of a foreach node. */
export function foreseenItem(node: GraphNode, known: Foreseen, value: Value): Foreseen {
  return { ...known, item: { name: loopVariable(node), value }, alone: field(node.fields, 'parallel') === true }
}

function noteOpen(value: Value, known: Foreseen, open: Set<string>): void {
  if (typeof value === 'string') noteText(value, known, open)
  else if (isList(value)) value.forEach((item) => noteOpen(item, known, open))
  else if (isDict(value)) for (const item of value.values()) noteOpen(item, known, open)
}

function noteText(text: string, known: Foreseen, open: Set<string>): void {
  if (text.includes('{input:') && known.inputs === null) open.add('inputs')
  for (const { text: shown, paths } of parseTemplate(text).expressions)
    if (!paths.every(({ parts }) => isForeseen(parts, known))) open.add(shown)
}

function isForeseen([root, key]: readonly string[], { inputs, state, item, alone }: Foreseen): boolean {
  if (root === undefined) return true
  if (root === item?.name) return true
  if (root === 'inputs') return inputs !== null
  if (root === 'state') {
    if (key === item?.name && key !== undefined) return true
    if (key === 'inputs') return inputs !== null
    return key !== undefined && (alone === true || state.has(key))
  }
  // The clock, a result, or an unknown item.
  return false
}

/** The names that can be interpolated before the walk. */
export function foreseenScope({ inputs, state, item, alone }: Foreseen): Dict {
  const own: (readonly [Value, Value])[] = inputs === null ? [] : [['inputs', inputs]]
  const named: (readonly [Value, Value])[] = item ? [[item.name, item.value]] : []
  return new Map<Value, Value>([
    ['inputs', inputs],
    ['state', new Map<Value, Value>([...(alone ? [] : state), ...own, ...named])],
    ...named,
  ])
}
