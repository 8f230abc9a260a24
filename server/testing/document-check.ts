import { Validator, type Schema } from '@cfworker/json-schema'
import { documentOf, type DocumentName } from '../cli/schemas/documents.ts'
import { jsonSchemaOf } from '../cli/schemas/json-schema.ts'

const validators = new Map<DocumentName, Validator>()

/**
 * Hold what a command printed against the published schema of its document, and more strictly: a field that the schema does not name is
 * a mistake too. Throws with the first places that do not fit.
 */
export function checkDocument(argv: readonly string[], out: string): void {
  const name = documentOf(argv)
  if (name !== undefined && out !== '') holdTo(name, JSON.parse(out))
}

/** The same for a document whose kind is known. */
export function holdTo(name: DocumentName, document: unknown): void {
  const known = validators.get(name)
  const validator = known ?? new Validator(closed(jsonSchemaOf(name)) as Schema, '7')
  validators.set(name, validator)
  const { valid, errors } = validator.validate(document)
  if (valid) return
  const places = errors.slice(-5).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
  throw new Error(`This is not a document ${name} of docs/schemas:\n${places.join('\n')}`)
}

/** A schema whose objects have the fields that they name and no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isNamed = 'properties' in inner && !('additionalProperties' in inner)
  return isNamed ? { ...inner, additionalProperties: false } : inner
}
