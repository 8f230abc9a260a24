import type { Diagnostic } from '../diagnostics/facts.ts'
import { parseJson } from '../read/json.ts'
import { nodeAt, plain, type Located } from '../read/located.ts'
import type { Contributor } from './provenance.ts'
import { toJson } from './schema/json.ts'
import { validateSchema } from './schema/validate.ts'
import type { SourceRange } from '../text/source.ts'
import { bare, sourced, sourcedValue, type Sourced } from './template/sourced.ts'
import { isDict, type Dict, type Value } from '../read/value/value.ts'
import { WorkBudget } from '../work-budget.ts'

/** The path in source ranges that point into the caller's JSON text. */
export const parametersPath = '(parameters)'

const caller: Contributor = { kind: 'caller' }

/** The parameters of a run, in order, each with its contributor. */
export type Parameters = ReadonlyMap<string, Sourced>

/** The caller's parameters by name, in order, or the problem in their text. */
export type ReadParameters = { readonly values: ReadonlyMap<string, Sourced> } | { readonly problem: Diagnostic }

/** Units of work to read one parameter value, and one character. */
const valueWork = 5
const characterWork = 0.05

/** Reads the caller's JSON text, which must be an object or blank. Distinguishes Python's ints and floats (R9.2). */
export function readParameters(text: string, work: WorkBudget = new WorkBudget()): ReadParameters {
  if (text.trim() === '') return { values: new Map() }
  const share = work.share('parameters')
  share.draw(text.length * characterWork)
  const parsed = parseJson(text, { onValue: () => share.draw(valueWork) })
  if (parsed.kind === 'invalid') {
    const at = { path: parametersPath, start: parsed.start, end: parsed.end }
    return { problem: { code: 'parameters-unreadable', problem: parsed.problem, at } }
  }
  const { document } = parsed
  if (document.kind !== 'dict') {
    const at = { path: parametersPath, start: document.start, end: document.end }
    return { problem: { code: 'parameters-unreadable', problem: 'they are not a JSON object', at } }
  }
  return { values: namedEntries(sourced(document, caller, parametersPath)) }
}

/** The caller's JSON text as plain values; null for a string that is not a JSON object. */
export function parameterValues(text: string): Dict | null {
  const parsed = parseJson(text.trim() === '' ? '{}' : text)
  const value = parsed.kind === 'parsed' ? plain(parsed.document) : null
  return isDict(value) ? value : null
}

/** Parameters from values instead of text. */
export function parametersOf(dict: Dict): ReadonlyMap<string, Sourced> {
  return namedEntries(sourcedValue(dict, caller))
}

function namedEntries(node: Sourced): ReadonlyMap<string, Sourced> {
  const values = new Map<string, Sourced>()
  if (node.kind === 'dict') for (const [key, value] of node.entries) if (typeof key === 'string') values.set(key, value)
  return values
}

/** The result of checking the parameters against the schema (R5.1). */
export interface ParameterCheck {
  /** Defaults of top-level properties that the caller did not set. */
  readonly defaults: ReadonlyMap<string, Sourced>
  readonly findings: readonly Diagnostic[]
}

/**
 * R5.1: validates parameters, with the schema's defaults for absent ones, against the tool's config schema. Each error
 * points to the parameter and to the schema.
 */
export function checkParameters(
  given: Dict,
  schema: Located | undefined,
  schemaPath: string | null,
  work: WorkBudget,
): ParameterCheck {
  if (schema?.kind !== 'dict') return { defaults: new Map(), findings: [] }
  const defaults = schemaDefaults(schema, given, schemaPath)
  const effective = new Map<Value, Value>(given)
  for (const [name, node] of defaults) effective.set(name, bare(node))
  const verdict = validateSchema(toJson(plain(schema)), toJson(effective), work.share('schema', schemaPath))
  const placeOf = (path: readonly (string | number)[]): SourceRange | null =>
    placeIn(nodeAt(schema, path) ?? schema, schemaPath)
  const findings: Diagnostic[] = verdict.errors.map(({ keyword, pointer, path, problem }) => {
    const at = placeOf(path)
    return { code: 'parameter-invalid', pointer, keyword, problem, schema: at, at }
  })
  for (const { path, problem } of verdict.problems)
    findings.push({ code: 'schema-invalid', problem, at: placeOf(path) })
  if (verdict.limit) findings.push({ code: 'schema-limit', ...verdict.limit, at: placeIn(schema, schemaPath) })
  return { defaults, findings }
}

function schemaDefaults(schema: Located, given: Dict, path: string | null): ReadonlyMap<string, Sourced> {
  const defaults = new Map<string, Sourced>()
  const properties = nodeAt(schema, ['properties'])
  if (properties?.kind !== 'dict') return defaults
  for (const [name, entry] of properties.entries) {
    const node = nodeAt(entry.value, ['default'])
    if (typeof name === 'string' && node && !given.has(name))
      defaults.set(name, sourced(node, { kind: 'schema-default' }, path ?? ''))
  }
  return defaults
}

function placeIn(node: Located, path: string | null): SourceRange | null {
  return path === null ? null : { path, start: node.start, end: node.end }
}
