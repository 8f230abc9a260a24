import { existsSync } from 'node:fs'
import { expectationSchema } from '#core/expect'
import { graphKeys, graphRuntime, walkSchema } from '#core/graph'
import { exampleSchema, lessonSchema, routesSchema } from '#core/learn'
import { metadataSchema, type FieldSchema, type Forms, type KeySchema } from '#core/read'
import { dialects, limits } from '#core/rules'
import { dirname, join, relative } from '../disk-paths.ts'
import { productName } from '../engine/product.ts'
import { projectFileKeys } from './project-file.ts'

const folder = 'docs/schemas/files'

/** The JSON Schemas of the files that people write, each generated from the table that its reader uses. */
const schemas = {
  'rye-chain': () => ({
    title: 'rye-chain.yaml: the settings of a project',
    type: ['object', 'null'],
    properties: Object.fromEntries(
      Object.entries(projectFileKeys).map(([key, { about, schema }]) => [key, { description: about, ...schema }]),
    ),
    additionalProperties: false,
  }),
  tool: () => ({
    title: 'A tool or a runtime in .ai/tools, written in YAML',
    type: ['object', 'null'],
    properties: propertiesOf(metadataSchema, '#'),
    if: {
      properties: { tool_type: { const: 'graph' }, executor_id: { const: graphRuntime } },
      required: ['tool_type', 'executor_id'],
    },
    then: { properties: { config: graphMappingOf({ keys: graphKeys }) } },
  }),
  expectation: () => documentSchemaOf(expectationSchema),
  walk: () => documentSchemaOf(walkSchema),
  lesson: () => documentSchemaOf(lessonSchema),
  routes: () => documentSchemaOf(routesSchema),
  example: () => documentSchemaOf(exampleSchema),
} as const satisfies Record<string, () => object>

export type FileSchemaName = keyof typeof schemas
export const fileSchemaNames = Object.keys(schemas) as readonly FileSchemaName[] // the record has only these keys

export function fileSchemaOf(name: FileSchemaName): object {
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...schemas[name]() }
}

function documentSchemaOf(schema: FieldSchema): object {
  const { description, ...rest } = fieldSchemaOf(schema)
  return { title: description, ...rest }
}

/** A field that its reader checks: a schema that only valid values match. */
function fieldSchemaOf(schema: FieldSchema): Readonly<Record<string, unknown>> {
  return { description: descriptionOf(schema), ...conditionsOf(schema) }
}

function conditionsOf({ type, ...schema }: Partial<FieldSchema>): object {
  const { only, full, most, format, values, closed, keys, forms } = schema
  const lengthOf = (unit: 'Items' | 'Length'): object => ({
    ...(full && { [`min${unit}`]: 1 }),
    ...(most && { [`max${unit}`]: limits[most] }),
  })
  const mapping = { ...(keys && mappingOf(keys)), ...(forms && formsOf(forms, keys ?? {})) }
  switch (type) {
    case 'text':
      return {
        type: 'string',
        ...lengthOf('Length'),
        ...(format && { pattern: format.pattern }),
        ...(values && (closed === undefined ? { examples: Object.keys(values) } : { enum: Object.keys(values) })),
      }
    case 'flag':
      return only === undefined ? { type: 'boolean' } : { const: only }
    case 'number':
      return { type: 'number' }
    case 'count':
      return { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
    case 'texts':
      return { type: 'array', items: { type: 'string' }, ...lengthOf('Items') }
    case 'pair':
      return { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }
    case 'mapping':
      return { type: 'object', ...mapping }
    case 'mappings':
      return { type: 'array', items: { type: 'object', ...mapping }, ...lengthOf('Items') }
    default:
      return only === undefined ? {} : { const: only }
  }
}

function mappingOf(keys: Readonly<Record<string, FieldSchema>>): object {
  const required = Object.entries(keys).flatMap(([name, key]) => (key.required ? [name] : []))
  return {
    properties: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, fieldSchemaOf(key)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** A field without the fields in it. */
function leafOf({ keys: _keys, forms: _forms, ...leaf }: Partial<FieldSchema> = {}): Partial<FieldSchema> {
  return leaf
}

/** Forms as conditions: exactly one applies, and it can limit other fields. */
function formsOf({ by, each }: Forms, keys: Readonly<Record<string, FieldSchema>>): object {
  const names = Object.keys(each)
  const limited = Object.entries(each).flatMap(([name, { needs = [], without = [], narrow = {}, forms }]) => {
    const then = {
      ...(needs.length > 0 && { required: needs }),
      properties: {
        ...Object.fromEntries(without.map((key) => [key, false])),
        ...Object.fromEntries(
          Object.entries(narrow).map(([key, limit]) => [key, conditionsOf({ ...leafOf(keys[key]), ...limit })]),
        ),
      },
      ...(forms && formsOf(forms, keys)),
    }
    const selected = by
      ? {
          properties: { [by.field]: { const: name } },
          ...(by.otherwise !== name && { required: [by.field] }),
        }
      : { required: [name] }
    return [{ if: selected, then }]
  })
  return {
    allOf: [...(by ? [] : [{ oneOf: names.map((name) => ({ required: [name] })) }]), ...limited],
  }
}

/** Maximum depth of nested keys, because a parameter schema contains itself. */
const mostDepth = 3

function propertiesOf(keys: Readonly<Record<string, KeySchema>>, at: string, depth = 0): object {
  const entries = Object.entries(keys)
  return Object.fromEntries(
    entries.map(([name, key]) => [name, keySchemaOf(key, `${at}/properties/${name}`, depth)] as const),
  )
}

/**
 * A key of the metadata. The engine reads any value, so known values are examples for the editor. Only values that
 * `check` reports are not valid.
 */
function keySchemaOf(key: KeySchema, at: string, depth: number): object {
  const { values, keys, any } = key
  const reports = isReported(key, at)
  return {
    description: descriptionOf(key),
    ...(values && !reports && { examples: Object.keys(values) }),
    ...(reports && { anyOf: [{ enum: [...Object.keys(values ?? {}), null] }, { type: ['array', 'object'] }] }),
    ...(keys && depth < mostDepth && { properties: propertiesOf(keys, at, depth + 1) }),
    ...(any &&
      depth < mostDepth && { additionalProperties: keySchemaOf(any, `${at}/additionalProperties`, depth + 1) }),
    // A list is read as its entries.
    ...(containsReported(key, at) && { items: { $ref: at } }),
  }
}

/** Whether `check` reports other values in the default dialect. The settings of a primitive depend on the chain. */
function isReported({ closed, readIn }: KeySchema, at: string): boolean {
  return closed !== undefined && readIn?.(dialects.lillux) !== false && !at.startsWith('#/properties/config/')
}

function containsReported(key: KeySchema, at: string, depth = 0): boolean {
  if (key.readIn?.(dialects.lillux) === false) return false
  const inner = depth < mostDepth ? Object.entries(key.keys ?? {}) : []
  return (
    isReported(key, at) || inner.some(([name, one]) => containsReported(one, `${at}/properties/${name}`, depth + 1))
  )
}

/** A part of a graph. A list is read as its entries. */
function graphSchemaOf(key: KeySchema): object {
  const { values, closed } = key
  const known = values && Object.keys(values)
  const mapping = graphMappingOf(key)
  return {
    description: descriptionOf(key),
    ...(known && (closed === undefined ? { examples: known } : { enum: [...known, null] })),
    ...mapping,
    ...(mapping && { items: mapping }),
  }
}

/** The keys in a part of a graph, where `check` reports every unknown key. */
function graphMappingOf({ keys, any }: Pick<KeySchema, 'keys' | 'any'>): object | undefined {
  if (any) return { additionalProperties: graphSchemaOf(any) }
  const properties = Object.entries(keys ?? {}).map(([name, one]) => [name, graphSchemaOf(one)] as const)
  return keys && { properties: Object.fromEntries(properties), additionalProperties: false }
}

function descriptionOf({ about, rule, otherwise }: KeySchema): string {
  const details = [rule, otherwise === undefined ? undefined : `Default: ${otherwise}`]
  return [about, ...details.filter((one) => one !== undefined)].join('. ')
}

/**
 * The first line that names the schema of a YAML file for `yaml-language-server`; empty if the package is not installed
 * in the folder of the file or above it, because an editor could then not find the schema.
 */
export function modelineOf(path: string, name: FileSchemaName): string {
  const installed = packageAbove(dirname(path))
  if (installed === undefined) return ''
  const to = relative(dirname(path), join(installed, folder, `${name}.json`))
  return `# yaml-language-server: $schema=${to.startsWith('.') ? to : `./${to}`}\n`
}

function packageAbove(from: string): string | undefined {
  const found = join(from, 'node_modules', productName)
  if (existsSync(join(found, 'package.json'))) return found
  return dirname(from) === from ? undefined : packageAbove(dirname(from))
}
