import type { KeySchema, KeySchemas } from './key-schema.ts'

const nested = (about: string): KeySchema => ({
  about,
  rule: 'R5.1',
  get keys() {
    return parameterSchemaKeys
  },
})
const key = (about: string): KeySchema => ({ about, rule: 'R5.1' })

/** The keys of JSON Schema (draft 2020-12) that tools use. Other keys of JSON Schema are also valid. */
export const parameterSchemaKeys: KeySchemas = {
  type: {
    ...key('the type of the value, or a list of types'),
    values: {
      object: 'a mapping',
      array: 'a list',
      string: 'text',
      integer: 'a whole number',
      number: 'any number',
      boolean: 'true or false',
      null: 'no value',
    },
  },
  properties: { ...key('one schema per name'), any: nested('the schema of this parameter') },
  required: key('required names'),
  additionalProperties: {
    ...key('whether other names are allowed'),
    otherwise: 'true',
    values: { true: 'yes', false: 'no' },
  },
  items: nested('the schema of each item'),
  enum: key('the allowed values'),
  const: key('the only allowed value'),
  default: key('the default value'),
  description: key('a description, in one sentence'),
  title: key('a display name'),
  examples: key('example values'),
  minimum: key('lower limit, inclusive'),
  maximum: key('upper limit, inclusive'),
  exclusiveMinimum: key('lower limit, exclusive'),
  exclusiveMaximum: key('upper limit, exclusive'),
  multipleOf: key('the value must be a multiple of this number'),
  minLength: key('minimum number of characters'),
  maxLength: key('maximum number of characters'),
  pattern: key('regular expression that the string must match'),
  format: key('format of the string, only for documentation; not checked'),
  minItems: key('minimum number of items'),
  maxItems: key('maximum number of items'),
  uniqueItems: { ...key('whether all items must differ'), otherwise: 'false', values: { true: 'yes', false: 'no' } },
  allOf: key('schemas that must all match'),
  anyOf: key('schemas of which at least one must match'),
  oneOf: key('schemas of which exactly one must match'),
  not: nested('a schema that must not match'),
}
