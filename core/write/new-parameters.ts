import { limits } from '../limits.ts'
import { contextNames } from '../plan/anchor/context.ts'
import { readJson } from '../read/read-json.ts'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, isList, PyFloat, type Value } from '../read/value/value.ts'

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const
type ParameterType = (typeof types)[number]

/** A parameter of a new tool. Without a default, it is required. */
export interface NewParameter {
  readonly name: string
  readonly type: ParameterType
  readonly default?: JsonValue
}

export type NewParameters = { readonly parameters: readonly NewParameter[] } | { readonly problem: string }

const one =
  /^\s*(?<name>[^\s:=,]+)\s*(?::\s*(?<type>[^\s=,]+)\s*)?(?:=\s*(?<given>"(?:[^"\\]|\\.)*"|\[[^[\]]*\]|\{[^{}]*\}|[^\s,"]+)\s*)?(?:,|$)/

/** Reserved names: settings of the primitives, and names that the engine sets (R9.1, R9.3). */
const taken: ReadonlySet<string> = new Set([
  ...['command', 'args', 'env', 'cwd', 'input_data', 'timeout', 'script', 'params_json'],
  ...['method', 'url', 'headers', 'body', 'auth', 'retry', 'mode'],
  ...contextNames,
])

/** Reads parameters as typed: `name: string = "world", count: integer`. */
export function readNewParameters(text: string): NewParameters {
  const parameters: NewParameter[] = []
  for (let rest = text.trim(); rest !== '';) {
    const found = one.exec(rest)
    if (!found)
      return { problem: `${shown(rest)} is not a parameter. Write name: type = default, separated by commas.` }
    const read = parameterOf(found.groups ?? {})
    if ('problem' in read) return read
    if (parameters.some(({ name }) => name === read.name))
      return { problem: `The parameter ${shown(read.name)} appears twice. Give each parameter its own name.` }
    if (parameters.push(read) > limits.newParameters)
      return {
        problem: `At most ${limits.newParameters} parameters are allowed here. Add the other parameters in the file.`,
      }
    rest = rest.slice(found[0].length).trim()
  }
  return { parameters }
}

function parameterOf({
  name = '',
  type,
  given,
}: Readonly<Record<string, string | undefined>>): NewParameter | { readonly problem: string } {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name))
    return {
      problem: `${shown(name)} is not a valid parameter name. Start with a letter, and use only letters, digits and _.`,
    }
  if (taken.has(name)) return { problem: `${name} is a reserved name. Choose another name for the parameter.` }
  const value = given === undefined ? undefined : jsonOf(given)
  if (given !== undefined && value === undefined && /^[[{]/.test(given))
    return {
      problem: `The default of ${name} is not a flat list or object in JSON. Write an empty list or object here, and add its content in the file.`,
    }
  if (given !== undefined && value === undefined)
    return { problem: `The default ${shown(given)} of ${name} is not a JSON value. Put strings in double quotes.` }
  const kind = type === undefined ? typeOf(value) : types.find((known) => known === type)
  if (kind === undefined)
    return { problem: `${shown(type ?? '')} is not a valid type for ${name}. Types: ${types.join(', ')}.` }
  if (value === undefined) return { name, type: kind }
  if (typeOf(value) !== kind && !(kind === 'number' && typeOf(value) === 'integer'))
    return { problem: `The default ${shown(given ?? '')} of ${name} is not of type ${kind}.` }
  return { name, type: kind, default: value }
}

/**
 * The value of a default: a string, a number, a boolean, a list or an object. Undefined for null, and for a string that
 * is not JSON.
 */
function jsonOf(text: string): JsonValue | undefined {
  if (!/^(?:".*"|-?\d[\d.eE+-]*|true|false|\[.*\]|\{.*\})$/s.test(text)) return undefined
  const read = readJson(text)
  return 'value' in read ? read.value : undefined
}

function typeOf(json: JsonValue | undefined): ParameterType | undefined {
  if (json === undefined || typeof json === 'string') return 'string'
  const value = decodeValue(json)
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer'
  if (typeof value === 'number' || value instanceof PyFloat) return 'number'
  return isList(value) ? 'array' : 'object'
}

/** The reason why a language cannot represent a default exactly (R14.1); undefined if it can represent all defaults. */
export function inexactDefault(parameters: readonly NewParameter[], language: string): string | undefined {
  const hasSafeIntegersOnly = language === 'javascript' || language === 'typescript'
  const found = parameters.find(
    ({ default: value }) => value !== undefined && !isExact(decodeValue(value), hasSafeIntegersOnly),
  )
  if (!found) return undefined
  return `The default of ${found.name} has more digits than the tool's language supports. Write it as a string in double quotes.`
}

function isExact(value: Value, hasSafeIntegersOnly: boolean): boolean {
  if (typeof value === 'bigint') return !hasSafeIntegersOnly
  if (value instanceof PyFloat) return value.literal === undefined
  if (isList(value)) return value.every((item) => isExact(item, hasSafeIntegersOnly))
  return !isDict(value) || [...value.values()].every((item) => isExact(item, hasSafeIntegersOnly))
}

const samples: Readonly<Record<ParameterType, JsonValue>> = {
  string: 'text',
  integer: 1,
  number: 1.5,
  boolean: true,
  array: [],
  object: {},
}

/** Sample parameters for a first call: a value for each parameter without a default. */
export function sampleCall(parameters: readonly NewParameter[]): Readonly<Record<string, JsonValue>> {
  const needed = parameters.filter((parameter) => parameter.default === undefined)
  return Object.fromEntries(needed.map(({ name, type }) => [name, samples[type]]))
}

/** The JSON schema of the parameters (R5.1). */
export function schemaOf(parameters: readonly NewParameter[]): Readonly<Record<string, JsonValue>> {
  const required = parameters.flatMap(({ name, default: value }) => (value === undefined ? [name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, ...schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 37)}...` : text)
}
