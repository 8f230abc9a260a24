import type { OutputUnit } from '@cfworker/json-schema'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { parseJson } from '../read/json.ts'
import { nodeAt, plain, type Located } from '../read/located.ts'
import type { Contributor } from './provenance.ts'
import { validateSchema } from './schema.ts'
import type { SourceRange } from '../text/source.ts'
import { bare, sourced, sourcedValue, type Sourced } from './template/sourced.ts'
import { encodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'

/** The name that ranges into the caller's JSON text carry as their path. */
export const parametersPath = '(parameters)'

const caller: Contributor = { kind: 'caller' }

/** The caller's parameters by name, in order, or what is wrong with their text. */
export type ReadParameters = { readonly values: ReadonlyMap<string, Sourced> } | { readonly problem: Diagnostic }

/** Read the caller's JSON text: an object, with Python's ints and floats kept apart (R9.2). */
export function readParameters(text: string): ReadParameters {
  if (text.trim() === '') return { values: new Map() }
  const parsed = parseJson(text)
  if (parsed.kind === 'invalid') {
    const at = { path: parametersPath, start: parsed.start, end: parsed.end }
    return { problem: { code: 'parameters-unreadable', problem: parsed.problem, at } }
  }
  const { document } = parsed
  if (document.kind !== 'dict') {
    const at = { path: parametersPath, start: document.start, end: document.end }
    return { problem: { code: 'parameters-unreadable', problem: 'parameters are a JSON object', at } }
  }
  return { values: namedEntries(sourced(document, caller, parametersPath)) }
}

/** Parameters that come as values, not as text. */
export function parametersOf(dict: Dict): ReadonlyMap<string, Sourced> {
  return namedEntries(sourcedValue(dict, caller))
}

function namedEntries(node: Sourced): ReadonlyMap<string, Sourced> {
  const values = new Map<string, Sourced>()
  if (node.kind === 'dict') for (const [key, value] of node.entries) if (typeof key === 'string') values.set(key, value)
  return values
}

/** What the schema says of the parameters (R5.1). */
export interface ParameterCheck {
  /** Defaults of top-level properties that the caller did not give. */
  readonly defaults: ReadonlyMap<string, Sourced>
  readonly findings: readonly Diagnostic[]
}

/** R5.1: validate against the tool's config schema and fill defaults; each error points at the parameter and the schema. */
export function checkParameters(given: Dict, schema: Located | undefined, schemaPath: string | null): ParameterCheck {
  if (schema?.kind !== 'dict') return { defaults: new Map(), findings: [] }
  const defaults = schemaDefaults(schema, given, schemaPath)
  const effective = new Map<Value, Value>(given)
  for (const [name, node] of defaults) effective.set(name, bare(node))
  const findings: Diagnostic[] = []
  try {
    const { errors, problems } = validateSchema(toJson(plain(schema)), toJson(effective))
    for (const error of mostSpecific(errors)) findings.push(parameterFinding(error, schema, schemaPath))
    const at = placeIn(schema, schemaPath)
    for (const problem of problems) findings.push({ code: 'schema-invalid', problem, at })
  } catch (fault) {
    const at = placeIn(schema, schemaPath)
    findings.push({ code: 'schema-invalid', problem: fault instanceof Error ? fault.message : String(fault), at })
  }
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

/** The validator reports every keyword on the way down; a person wants the leaf that failed. */
function mostSpecific(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const wrappers = new Set([
    'properties',
    'items',
    'prefixItems',
    'allOf',
    'anyOf',
    'oneOf',
    '$ref',
    'if',
    'then',
    'else',
    'additionalProperties',
  ])
  const leaves = errors.filter((error) => !wrappers.has(error.keyword))
  return leaves.length > 0 ? leaves : errors.slice(0, 1)
}

function parameterFinding(error: OutputUnit, schema: Located, path: string | null): Diagnostic {
  const steps = error.keywordLocation.split('/').slice(1).map(unescapePointer)
  const node = nodeAt(schema, steps) ?? nodeAt(schema, steps.slice(0, -1)) ?? schema
  const pointer = error.instanceLocation.replace(/^#/, '')
  return {
    code: 'parameter-invalid',
    pointer: pointer === '' ? '/' : pointer,
    keyword: error.keyword,
    problem: error.error,
    schema: placeIn(node, path),
    at: placeIn(node, path),
  }
}

function placeIn(node: Located, path: string | null): SourceRange | null {
  return path === null ? null : { path, start: node.start, end: node.end }
}

function unescapePointer(step: string): string | number {
  const text = decodeStep(step).replaceAll('~1', '/').replaceAll('~0', '~')
  return /^(?:0|[1-9][0-9]*)$/.test(text) ? Number(text) : text
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step // a stray percent sign is an ordinary character
  }
}

/** Plain JSON for the validator; objects without a prototype, so that `__proto__` is a key like any other. */
function toJson(value: Value): unknown {
  if (isList(value)) return value.map(toJson)
  if (!isDict(value)) return looseJson(encodeValue(value))
  const made: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [key, item] of value) made[String(key)] = toJson(item)
  return made
}

/** The validator knows JSON numbers only: an integral float is that number. */
function looseJson(value: JsonValue): unknown {
  if (typeof value !== 'object' || value === null || !('$py' in value) || !('repr' in value)) return value
  return Number(value.repr)
}
