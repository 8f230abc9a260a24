import { toStandardJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { writeJson } from '#core/read'
import { visible } from '#core/text'
import { partOf } from '../fence.ts'

const about = <Schema extends v.GenericSchema>(schema: Schema, text: string) => v.pipe(schema, v.description(text))

/** The project of a call. */
export const projectPath = v.optional(about(v.string(), 'Folder with .ai. Default: the first root'))
/** The item of a call. */
export const itemId = about(v.string(), 'Path in .ai/tools without extension')
/** The parameters of an item. */
export const parameters = v.optional(v.custom<Readonly<Record<string, unknown>>>(isObject, 'This must be an object.'))
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

/** The library's own object schemas accept arrays, and lose names such as `constructor`. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const custom: ConversionConfig = {
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: 'object' } : undefined),
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
export function parametersText(given: Readonly<Record<string, unknown>> | undefined): string {
  return writeJson(given ?? {})
}

/**
 * Annotations of a tool that only reads. All four hints are set, because clients assume the worst for a missing hint.
 */
export const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const
