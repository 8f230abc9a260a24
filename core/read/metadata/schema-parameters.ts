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
      null: 'nothing',
    },
  },
  properties: { ...key('one schema for each name'), any: nested('the schema of this parameter') },
  required: key('names that must be given'),
  additionalProperties: {
    ...key('whether other names may be given'),
    otherwise: 'true',
    values: { true: 'yes', false: 'no' },
  },
  items: nested('the schema of each item'),
  enum: key('the values that are allowed'),
  const: key('the one value that is allowed'),
  default: key('the value that is filled in where none is given'),
  description: key('one sentence for people'),
  title: key('a name for people'),
  examples: key('values that show what is meant'),
  minimum: key('lowest number, inclusive'),
  maximum: key('highest number, inclusive'),
  exclusiveMinimum: key('number that all values are above'),
  exclusiveMaximum: key('number that all values are below'),
  multipleOf: key('number that divides the value'),
  minLength: key('least characters'),
  maxLength: key('most characters'),
  pattern: key('regular expression that the text matches'),
  format: key('kind of text, for people; it is not checked'),
  minItems: key('least items'),
  maxItems: key('most items'),
  uniqueItems: { ...key('whether no two items are equal'), otherwise: 'false', values: { true: 'yes', false: 'no' } },
  allOf: key('schemas that all hold'),
  anyOf: key('schemas of which one holds at least'),
  oneOf: key('schemas of which exactly one holds'),
  not: nested('a schema that does not hold'),
}
