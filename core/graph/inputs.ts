import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { dictOf, field } from './document.ts'

/** Parameters that control a run and are not inputs (R16.2, S28). */
const steeringParameters: ReadonlySet<string> = new Set([
  'capabilities',
  'limits',
  'depth',
  'max_steps',
  'max_concurrency',
  'node',
  'inject_state',
  'resume',
  'graph_run_id',
  'validate',
  'async',
])

/** The parameters of the call, without those that control the run. */
export function inputsOf(parameters: Dict): Dict {
  return new Map([...parameters].filter(([key]) => typeof key !== 'string' || !steeringParameters.has(key)))
}

/**
 * R16.2: inputs with the defaults of the schema's top-level properties, and the names of required inputs without a
 * value.
 */
export function completeInputs(
  schema: Value,
  inputs: Dict,
): { readonly inputs: Dict; readonly missing: readonly string[] } {
  const filled = new Map(inputs)
  const fields = dictOf(schema)
  for (const [name, property] of dictOf(field(fields, 'properties'))) {
    // A null default is valid and makes the input null.
    if (!filled.has(name) && isDict(property) && property.has('default')) filled.set(name, property.get('default')!)
  }
  const required = field(fields, 'required')
  const missing = isList(required) ? required.filter((name) => typeof name === 'string' && !filled.has(name)) : []
  return { inputs: filled, missing: missing.map(String) }
}
