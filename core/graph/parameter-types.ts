import { isDict, isList, PyFloat, type Dict, type Value } from '../read/value/value.ts'
import { dictOf, field } from './document.ts'
import { parseTemplate, type Expression } from './expression.ts'

/** What is wrong with a parameter of a node before anything runs, as far as the schemas tell (R5, R16.3). */
export interface ParameterProblem {
  readonly parameter: string
  readonly kind: 'missing' | 'unknown' | 'type'
  readonly found: readonly string[]
  readonly wanted: readonly string[]
}

/** Hold the params of an action against the schema of its tool; the graph's own schema gives the types of its inputs. */
export function parameterProblems(toolSchema: Value, params: Dict, graphSchema: Value): readonly ParameterProblem[] {
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
    const given = typesOf(value, graphSchema)
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

/** The types that a schema names; none where it leaves them open. */
function typesIn(schema: Value): readonly string[] {
  const type = isDict(schema) ? field(schema, 'type') : null
  if (typeof type === 'string') return [type]
  return isList(type) ? type.filter((one) => typeof one === 'string') : []
}

/** The types that a value can have when it is sent; none where only the walk knows. */
function typesOf(value: Value, graphSchema: Value): readonly string[] {
  if (typeof value === 'string') return typesOfText(value, graphSchema)
  if (typeof value === 'boolean') return ['boolean']
  if (typeof value === 'bigint') return ['integer']
  if (typeof value === 'number') return [Number.isInteger(value) ? 'integer' : 'number']
  if (value instanceof PyFloat) return ['number']
  if (isList(value)) return ['array']
  return isDict(value) ? ['object'] : []
}

/** R16.3: a text that is exactly one expression keeps the type of what it names; every other one is a text. */
function typesOfText(text: string, graphSchema: Value): readonly string[] {
  const { expressions, whole } = parseTemplate(text)
  const [only] = expressions
  return whole && only ? typesOfExpression(only, graphSchema) : ['string']
}

const pipeTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['json', ['string']],
  ['upper', ['string']],
  ['lower', ['string']],
  ['length', ['integer']],
  ['keys', ['array']],
])

function typesOfExpression({ paths, pipes }: Expression, graphSchema: Value): readonly string[] {
  const last = pipes.findLast((pipe) => pipeTypes.has(pipe))
  if (last !== undefined) return pipeTypes.get(last) ?? []
  const [path, ...fallbacks] = paths
  const [root, name, ...deeper] = path?.parts ?? []
  if (fallbacks.length > 0 || root !== 'inputs' || name === undefined || deeper.length > 0) return []
  const properties = dictOf(field(dictOf(graphSchema), 'properties'))
  return typesIn(properties.get(name) ?? null)
}
