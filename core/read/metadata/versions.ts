import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Located, LocatedEntry } from '../located.ts'
import { pyStr } from '../value/text.ts'
import { typeName } from '../value/type-name.ts'
import { PyDate } from '../value/value.ts'
import type { FieldName, MetadataField } from './metadata.ts'

/** R2.3: versions that are not strings and whose value differs from the characters in the file. */
export function respelledVersions(
  path: string,
  text: string,
  fields: ReadonlyMap<FieldName, MetadataField>,
): readonly Diagnostic[] {
  const version = fields.get('version')
  const constraints = fields.get('child_constraints')
  return [
    ...(version ? respelled(path, text, 'version', version.value) : []),
    ...(constraints ? respelledBounds(path, text, constraints.value) : []),
  ]
}

const bounds: ReadonlySet<unknown> = new Set(['min_version', 'max_version'])

/** The findings about bounds for all children, and about bounds for single children by ID (R4.3). */
function respelledBounds(path: string, text: string, constraints: Located): readonly Diagnostic[] {
  return entriesOf(constraints).flatMap(([key, { value }]) =>
    bounds.has(key)
      ? respelled(path, text, String(key), value)
      : entriesOf(value).flatMap(([bound, inner]) =>
          bounds.has(bound) ? respelled(path, text, String(bound), inner.value) : [],
        ),
  )
}

function entriesOf(node: Located): readonly (readonly [unknown, LocatedEntry])[] {
  return node.kind === 'dict' ? [...node.entries] : []
}

function respelled(path: string, text: string, key: string, node: Located): readonly Diagnostic[] {
  if (node.kind !== 'scalar' || node.value === null || typeof node.value === 'string') return []
  const { start, end, value } = node
  const written = text.slice(start, end)
  const read = pyStr(value)
  // No spelling of a date is a version.
  if (written === read && !(value instanceof PyDate)) return []
  return [{ code: 'version-not-text', key, written, read, type: typeName(value), at: { path, start, end } }]
}
