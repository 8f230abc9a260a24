import { toStandardJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { isObject, parseJson, writeJson } from '#core/read'
import { visible } from '#core/text'
import { ofUrl } from '../../disk-paths.ts'
import { partOf } from '../fence.ts'

const about = <Schema extends v.GenericSchema>(schema: Schema, text: string) => v.pipe(schema, v.description(text))
/** A string that is converted after the check. A description after the conversion would not be listed. */
const converted = (text: string, change: (given: string) => string) =>
  v.pipe(v.string(), v.description(text), v.transform(change))

/** The argument `project_path` of a call. */
export const projectPath = v.optional(converted('Folder with .ai. Default: the first root', pathFrom))
/** The argument `item_id` of a call. */
export const itemId = converted('Path in .ai/tools without extension', withoutKind)
/** The parameters of an item: an object, or its JSON text. */
export type Parameters = Readonly<Record<string, unknown>> | string
/**
 * The parameters of an item. The listed schema is a string, because the strict modes of several model providers cannot
 * express an object with arbitrary names. Objects are accepted too.
 */
export const parameters = v.optional(
  v.custom<Parameters>(isParameters, 'This must be an object, or the JSON text of an object.'),
)
/** The position in a list at which to continue. */
export const cursor = v.optional(about(v.string(), 'next_cursor of the last answer'))

/** The limits of an argument error: the number of problems, and the characters per problem. */
const mostComplaints = 5
const complaintCharacters = 200

/**
 * The schema of a tool's arguments, for the check and for `tools/list`. Unknown arguments are refused. `$schema` is
 * omitted, because the protocol has a default and the address would be a twelfth of the list.
 */
export function input<Entries extends v.ObjectEntries>(entries: Entries) {
  const names = Object.keys(entries)
  const schema = toStandardJsonSchema(
    v.strictObject(entries, ({ expected, received, message }) => {
      if (expected === 'never') return `Unknown argument. The arguments are: ${names.join(', ')}.`
      return received === 'undefined' ? 'This argument is required.' : message
    }),
  )
  const { jsonSchema, validate, ...standard } = schema['~standard']
  const written: typeof jsonSchema.input = (options) => {
    const { $schema: _dialect, ...rest } = jsonSchema.input({ ...options, libraryOptions: { ...custom } })
    return rest
  }
  const checked: typeof validate = async (value) => {
    const result = await validate(value)
    if (result.issues === undefined) return result
    // The limits apply because an error repeats the argument, and the protocol library passes the error on unchanged.
    return { issues: result.issues.slice(0, mostComplaints).map((issue) => ({ message: complaint(issue) })) }
  }
  return { '~standard': { ...standard, validate: checked, jsonSchema: { ...jsonSchema, input: written } } }
}

/**
 * Whether a value is an object, the JSON text of one, or empty. The library's own object schemas accept arrays, and
 * lose names such as `constructor`.
 */
function isParameters(value: unknown): boolean {
  if (typeof value !== 'string') return isObject(value)
  const read = parseJson(value)
  return value === '' || (read.kind === 'parsed' && read.document.kind === 'dict')
}

/** An ID without the prefix `tool:`, which agents often copy from a graph. */
function withoutKind(id: string): string {
  return id.replace(/^tool:/, '')
}

/** A path on disk, from a path or a `file:` URI. A URI of another machine stays unchanged, and is then not found. */
export function pathFrom(given: string): string {
  if (!given.startsWith('file:')) return given
  try {
    return ofUrl(given)
  } catch {
    return given
  }
}

/** Every argument has a `type`, which the strict modes of model providers require. */
const custom: ConversionConfig = {
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type === 'custom') return { type: 'string', description: 'JSON object. Default: {}' }
    return valibotSchema.type === 'picklist' ? { ...jsonSchema, type: 'string' } : undefined
  },
}

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** An error message that starts with the name of its argument. */
function complaint({ message, path = [] }: Issue): string {
  const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  return visible(`${partOf(place, 0, complaintCharacters)}: ${partOf(message, 0, complaintCharacters)}`)
}

/** Parameters as JSON text for the engine. */
export function parametersText(given: Parameters | undefined): string {
  return typeof given === 'string' ? given || '{}' : writeJson(given ?? {})
}

/**
 * Annotations of a tool that only reads. All four hints are set, because clients assume the worst for a missing hint.
 */
export const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const
