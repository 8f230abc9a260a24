import { isList, type Value } from '../read/value/value.ts'
import { field, type Graph } from './document.ts'

/** A required variable, and the node that requires it; null for the graph itself. */
export interface RequiredVariable {
  readonly node: string | null
  readonly name: string
}

/** R16.8: every variable that the graph and its nodes require, without duplicates, at its first place. */
function requiredVariables(graph: Graph): readonly RequiredVariable[] {
  const found = new Map<string, RequiredVariable>()
  const note = (node: string | null, names: Value): void => {
    for (const name of namesOf(names)) if (!found.has(name)) found.set(name, { node, name })
  }
  note(null, graph.envRequires)
  for (const { name, fields } of graph.nodes.values()) note(name, field(fields, 'env_requires'))
  return [...found.values()]
}

/** The required variables that an environment lacks. An empty variable counts as set. */
export function missingVariables(graph: Graph, environ: Readonly<Record<string, string>>): readonly RequiredVariable[] {
  return requiredVariables(graph).filter(({ name }) => !Object.hasOwn(environ, name))
}

/** S18: the names in a value; a string is one name. */
function namesOf(names: Value): readonly string[] {
  if (typeof names === 'string') return [names]
  return isList(names) ? names.filter((name) => typeof name === 'string') : []
}
