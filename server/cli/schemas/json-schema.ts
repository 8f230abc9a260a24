import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { severity } from '#core/diagnostics'
import { protocolSchemas } from '#core/run'
import { definitions, documents, type DocumentName } from './documents.ts'

type JsonSchema = ReturnType<typeof toJsonSchema>

/** The version of all documents. Removals and changes of meaning increase it; additions do not. */
export const documentsVersion = 1

/** JSON Schemas for the protocol's schemas that are implemented in code. */
const written: ReadonlyMap<GenericSchema, JsonSchema> = new Map<GenericSchema, JsonSchema>([
  [protocolSchemas.json, {}],
  [protocolSchemas.texts, { type: 'object', additionalProperties: { type: 'string' } }],
  [protocolSchemas.mapping, { type: 'object' }],
  [protocolSchemas.space, { type: 'string', pattern: '^(project|user|system(:.+)?)$' }],
  [protocolSchemas.code, { type: 'string', enum: Object.keys(severity) }],
])

/** A document of the command line as JSON Schema. Later releases can add fields. */
export function jsonSchemaOf(name: DocumentName): JsonSchema {
  const { about, schema } = documents[name]
  const { $schema, $defs, ...made } = toJsonSchema(schema, {
    typeMode: 'input',
    // Checks that are functions, such as for a path inside a draft, have no JSON Schema and are omitted.
    errorMode: 'ignore',
    definitions,
    overrideSchema: ({ valibotSchema }) => [...written].find(([known]) => known === valibotSchema)?.[1],
  })
  const used = usedBy(made, $defs ?? {})
  return {
    ...($schema && { $schema }),
    $id: `rye-chain/${documentsVersion}/${name}.json`,
    title: `rye-chain ${about}`,
    ...made,
    ...(Object.keys(used).length > 0 && { $defs: used }),
  }
}

type Definitions = NonNullable<JsonSchema['$defs']>

/** The definitions that a schema refers to, directly or through others. */
function usedBy(schema: unknown, all: Definitions, into: Definitions = {}): Definitions {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/([\w-]+)"/g)) {
    const found = all[name]
    if (found === undefined || Object.hasOwn(into, name)) continue
    into[name] = found
    usedBy(found, all, into)
  }
  return into
}
