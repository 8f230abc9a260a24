import { Validator, type Schema } from '@cfworker/json-schema'
import { documentOf } from '../cli/schemas/document-of.ts'
import type { DocumentName } from '../cli/schemas/documents.ts'
import { jsonSchemaOf } from '../cli/schemas/json-schema.ts'

const validators = new Map<DocumentName, Validator>()

/**
 * Check the output of a command against the published schema of its document. Fields that the schema does not name are
 * errors too. Throws an error that lists up to five mismatches.
 */
export function checkDocument(argv: readonly string[], out: string): void {
  const name = documentOf(argv)
  if (name !== undefined && out !== '') checkAgainstSchema(name, JSON.parse(out))
}

/** Like `checkDocument`, for a document of a known kind. */
export function checkAgainstSchema(name: DocumentName, document: unknown): void {
  const known = validators.get(name)
  const validator = known ?? new Validator(closed(jsonSchemaOf(name)) as Schema, '7')
  validators.set(name, validator)
  const { valid, errors } = validator.validate(document)
  if (valid) return
  const places = errors.slice(-5).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
  throw new Error(`This is not a document ${name} of docs/schemas:\n${places.join('\n')}`)
}

/** The schema, with objects that allow only the fields it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isNamed = 'properties' in inner && !('additionalProperties' in inner)
  return isNamed ? { ...inner, additionalProperties: false } : inner
}
