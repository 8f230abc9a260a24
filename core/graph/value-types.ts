import { isDict, isList, PyFloat, type Dict, type Value } from '../read/value/value.ts'
import { dictOf, field, textField, type Graph, type GraphNode } from './document.ts'
import type { Expression, Templates } from './expression.ts'
import type { GraphReading } from './reading.ts'
import { loopVariable } from './state-keys.ts'

/** The number of types in JSON Schema, and therefore the maximum length of a type list. */
const mostTypes = 7

/** The types that a schema allows; empty for any type. */
export function typesIn(schema: Value): readonly string[] {
  const type = isDict(schema) ? field(schema, 'type') : null
  if (typeof type === 'string') return [type]
  return isList(type) ? type.slice(0, mostTypes).filter((one) => typeof one === 'string') : []
}

/** Maximum number of keys in a chain of assignments. Beyond it, the type is unknown. */
const longestChain = 100

/** The declared outputs of a node's tool: a mapping of names to schemas or type names; null without a declaration. */
export type ResultSchemas = (node: GraphNode) => Dict | null

/**
 * The outputs that a tool declares, by name: a mapping of names, or the properties of an object schema. Null for other
 * values, such as a list of names without types.
 */
export function declaredOutputs(outputs: Value): Dict | null {
  if (!isDict(outputs)) return null
  const properties = field(outputs, 'properties')
  return field(outputs, 'type') === 'object' && isDict(properties) ? properties : outputs
}

/**
 * R16.3: the possible types of a value in a graph, from its schema, initial state, assignments and the declared outputs
 * of tools. Empty if only the walk determines the type. Null is omitted, because nulls are not sent.
 */
export class ValueTypes {
  readonly #graph: Graph
  readonly #templates: Templates
  readonly #results: ResultSchemas
  readonly #keys = new Map<string, readonly string[]>()
  readonly #items = new Map<GraphNode, readonly string[]>()
  #depth = 0
  #sources: ReadonlyMap<string, readonly Source[]> | undefined

  constructor({ graph, templates }: Pick<GraphReading, 'graph' | 'templates'>, results: ResultSchemas = () => null) {
    this.#graph = graph
    this.#templates = templates
    this.#results = results
  }

  /** The possible types of a value. `node` is the node that contains the value, and determines the loop variable. */
  of(value: Value, node?: GraphNode): readonly string[] {
    if (typeof value === 'string') return this.#ofText(value, node)
    if (typeof value === 'boolean') return ['boolean']
    if (typeof value === 'bigint') return ['integer']
    if (typeof value === 'number') return [Number.isInteger(value) ? 'integer' : 'number']
    if (value instanceof PyFloat) return ['number']
    if (isList(value)) return ['array']
    return isDict(value) ? ['object'] : []
  }

  /** The types of a string: the types of its expression if the string is exactly one expression, otherwise string. */
  #ofText(text: string, node: GraphNode | undefined): readonly string[] {
    const { expressions, whole } = this.#templates.of(text)
    const [only] = expressions
    return whole && only ? this.#ofExpression(only, node) : ['string']
  }

  #ofExpression({ paths, pipes }: Expression, node: GraphNode | undefined): readonly string[] {
    const last = pipes.findLast((pipe) => pipeTypes.has(pipe))
    if (last !== undefined) return pipeTypes.get(last) ?? []
    return together(paths.map(({ parts }) => this.#ofPath(parts, node)))
  }

  #ofPath([root, name, ...deeper]: readonly string[], node: GraphNode | undefined): readonly string[] {
    if (node?.kind === 'foreach' && root === loopVariable(node)) return name === undefined ? this.#ofItems(node) : []
    if (name === undefined) return []
    if (root === 'result') return node?.kind === 'action' ? this.#ofResult(node, name, deeper) : []
    if (root === 'inputs') return typesIn(schemaAt(this.#graph.schema, [name, ...deeper]))
    if (root !== 'state') return []
    if (name === 'inputs') return deeper.length === 0 ? ['object'] : typesIn(schemaAt(this.#graph.schema, deeper))
    return deeper.length === 0 ? this.#ofKey(name) : []
  }

  #ofResult(node: GraphNode, name: string, deeper: readonly string[]): readonly string[] {
    const declared = this.#results(node)?.get(name) ?? null
    if (typeof declared === 'string') return deeper.length === 0 && schemaTypes.has(declared) ? [declared] : []
    return typesIn(schemaAt(declared, deeper))
  }

  /** The types of all assignments to a key. An assignment with an unknown type allows any type. */
  #ofKey(key: string): readonly string[] {
    const known = this.#keys.get(key)
    if (known) return known
    // A circular reference has no types during this search.
    this.#keys.set(key, [])
    if (this.#depth >= longestChain) return []
    this.#depth++
    const types = together((this.#allSources().get(key) ?? []).map(({ value, node }) => this.of(value, node)))
    this.#depth--
    this.#keys.set(key, types)
    return types
  }

  #ofItems(node: GraphNode): readonly string[] {
    const known = this.#items.get(node)
    if (known) return known
    this.#items.set(node, [])
    const types = this.#typesOfItems(field(node.fields, 'over'), node)
    this.#items.set(node, types)
    return types
  }

  #typesOfItems(over: Value, node: GraphNode): readonly string[] {
    if (isList(over)) return together(over.filter((item) => item !== null).map((item) => this.of(item, node)))
    const { expressions, whole } = this.#templates.of(typeof over === 'string' ? over : '')
    const parts = whole && expressions[0]?.paths.length === 1 ? expressions[0].paths[0]?.parts : undefined
    if (parts?.[0] !== 'inputs' || expressions[0]?.pipes.length !== 0) return []
    return typesIn(field(dictOf(schemaAt(this.#graph.schema, parts.slice(1))), 'items'))
  }

  #allSources(): ReadonlyMap<string, readonly Source[]> {
    this.#sources ??= sourcesOf(this.#graph)
    return this.#sources
  }
}

interface Source {
  readonly value: Value
  readonly node?: GraphNode
}

/** A list of any items: the result of a foreach node. */
const collected: Value = []

function sourcesOf(graph: Graph): ReadonlyMap<string, readonly Source[]> {
  const found = new Map<string, Source[]>()
  const add = (key: Value, source: Source): void => {
    if (typeof key !== 'string' || source.value === null) return
    const known = found.get(key)
    if (known) known.push(source)
    else found.set(key, [source])
  }
  for (const [key, value] of graph.state) add(key, { value: typeof value === 'string' ? plainText : value })
  for (const node of graph.nodes.values()) {
    if (node.kind === 'foreach') add(textField(node.fields, 'collect'), { value: collected })
    else for (const [key, value] of dictOf(field(node.fields, 'assign'))) add(key, { value, node })
  }
  // While its node runs, the loop variable is also in the state, with items that only the walk determines.
  for (const node of graph.nodes.values()) if (node.kind === 'foreach') found.delete(loopVariable(node))
  return found
}

const schemaTypes: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object'])

/** A string in the initial state, where expressions are not evaluated. */
const plainText = ''

const pipeTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['json', ['string']],
  ['upper', ['string']],
  ['lower', ['string']],
  ['length', ['integer']],
  ['keys', ['array']],
])

/** The union of all types; empty if one of them is unknown. */
function together(all: readonly (readonly string[])[]): readonly string[] {
  return all.some((types) => types.length === 0) ? [] : [...new Set(all.flat())]
}

/** The schema of a value's part, by property names and list items. */
function schemaAt(schema: Value, parts: readonly string[]): Value {
  let here = schema
  for (const part of parts) {
    const dict = dictOf(here)
    here = /^-?\d+$/.test(part) && dict.has('items') ? field(dict, 'items') : field(dictOf(field(dict, 'properties')), part)
  }
  return here
} // prettier-ignore
