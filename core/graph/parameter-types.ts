import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { dictOf, field, type GraphNode } from './document.ts'
import { typesIn, type ValueTypes } from './value-types.ts'

/** A wrong parameter of a node that the schemas reveal before a run (R5, R16.3). */
export interface ParameterProblem {
  readonly parameter: string
  readonly kind: 'missing' | 'unknown' | 'type'
  readonly found: readonly string[]
  readonly wanted: readonly string[]
}

/** Checks the params of a node's action against the schema of its tool. */
export function parameterProblems(
  toolSchema: Value,
  params: Dict,
  types: ValueTypes,
  node?: GraphNode,
): readonly ParameterProblem[] {
  const schema = dictOf(toolSchema)
  const properties = dictOf(field(schema, 'properties'))
  const found: ParameterProblem[] = []
  for (const [name, value] of params) {
    // R16.2: null values are dropped before the call.
    if (typeof name !== 'string' || value === null) continue
    const property = properties.get(name)
    if (property === undefined) {
      if (schema.get('additionalProperties') === false)
        found.push({ parameter: name, kind: 'unknown', found: [], wanted: [...properties.keys()].map(String) })
      continue
    }
    const wanted = typesIn(property)
    const given = types.of(value, node)
    if (wanted.length > 0 && given.length > 0 && !given.some((type) => wanted.some((want) => fits(type, want))))
      found.push({ parameter: name, kind: 'type', found: given, wanted })
  }
  return [...found, ...missing(schema, properties, params)]
}

function missing(schema: Dict, properties: Dict, params: Dict): readonly ParameterProblem[] {
  const required = field(schema, 'required')
  if (!isList(required)) return []
  return required.flatMap((name): readonly ParameterProblem[] => {
    if (typeof name !== 'string' || (params.get(name) ?? null) !== null) return []
    const property = properties.get(name)
    const filled = isDict(property) && property.has('default')
    return filled ? [] : [{ parameter: name, kind: 'missing', found: [], wanted: typesIn(property ?? null) }]
  })
}

function fits(type: string, wanted: string): boolean {
  return type === wanted || (type === 'integer' && wanted === 'number')
}
