import { existsSync } from 'node:fs'
import { metadataSchema, type KeySchema } from '#core/read'
import { dirname, join, relative } from '../disk-paths.ts'
import { productName } from '../engine/product.ts'
import { projectFileKeys } from './project-file.ts'

/** User-written files with a JSON Schema for editors. */
export const fileSchemaNames = ['rye-chain', 'tool'] as const
export type FileSchemaName = (typeof fileSchemaNames)[number]

const folder = 'docs/schemas/files'

/** The JSON Schema of a file, generated from the table that its reader uses. */
export function fileSchemaOf(name: FileSchemaName): object {
  const $schema = 'http://json-schema.org/draft-07/schema#'
  return name === 'rye-chain'
    ? {
        $schema,
        title: 'rye-chain.yaml: the settings of a project',
        type: ['object', 'null'],
        properties: Object.fromEntries(
          Object.entries(projectFileKeys).map(([key, { about, schema }]) => [key, { description: about, ...schema }]),
        ),
        additionalProperties: false,
      }
    : {
        $schema,
        title: 'A tool or a runtime in .ai/tools, written in YAML',
        type: ['object', 'null'],
        properties: propertiesOf(metadataSchema),
      }
}

/** Maximum depth of nested keys, because a parameter schema contains itself. */
const mostDepth = 3

function propertiesOf(keys: Readonly<Record<string, KeySchema>>, depth = 0): object {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, keySchemaOf(key, depth)]))
}

/**
 * A key of the metadata. The reader accepts any value and names those without effect, so known values are examples for
 * the editor, not limits.
 */
function keySchemaOf({ about, rule, otherwise, values, keys, any }: KeySchema, depth: number): object {
  const details = [rule, otherwise === undefined ? undefined : `Default: ${otherwise}`].filter(
    (one) => one !== undefined,
  )
  return {
    description: [about, ...details].join('. '),
    ...(values && { examples: Object.keys(values) }),
    ...(keys && depth < mostDepth && { properties: propertiesOf(keys, depth + 1) }),
    ...(any && depth < mostDepth && { additionalProperties: keySchemaOf(any, depth + 1) }),
  }
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
