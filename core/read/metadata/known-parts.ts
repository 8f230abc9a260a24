import type { Dialect } from '../../rules/dialect.ts'
import type { Located } from '../located.ts'
import type { FieldName, MetadataField } from './metadata.ts'
import { metadataSchema } from './schema.ts'
import type { KeySchema } from './key-schema.ts'

/**
 * A function called with a part of metadata that the schema describes. `within` is the path of keys to the part,
 * starting with the field.
 */
type Visit = (within: string, node: Located, schema: KeySchema) => void

/**
 * Visits, in order, every field and every part of it whose schema has `keys`, `any` or `closed`, if the dialect reads
 * it. List items are visited under the list's path.
 */
export function eachKnownPart(fields: ReadonlyMap<FieldName, MetadataField>, dialect: Dialect, visit: Visit): void {
  const look = (within: string, node: Located, schema: KeySchema): void => {
    if (schema.readIn?.(dialect) === false) return
    if (node.kind === 'list') {
      for (const item of node.items) look(within, item, schema)
      return
    }
    visit(within, node, schema)
    if (node.kind !== 'dict') return
    const { keys = {}, any } = schema
    for (const [name, { value }] of node.entries) {
      if (typeof name !== 'string') continue
      const below = Object.hasOwn(keys, name) ? keys[name] : any
      if (below?.keys || below?.any || below?.closed) look(`${within}.${name}`, value, below)
    }
  }
  for (const [name, { value }] of fields) look(name, value, metadataSchema[name])
}
