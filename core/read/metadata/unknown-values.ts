import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Dialect } from '../../rules/dialect.ts'
import { nearest } from '../../text/near.ts'
import type { SourceRange } from '../../text/source.ts'
import { pyStr } from '../value/text.ts'
import type { Value } from '../value/value.ts'
import { eachKnownPart } from './known-parts.ts'
import type { FieldName, MetadataField } from './metadata.ts'
import { keySchemaAt } from './schema.ts'
import type { KeySchema } from './key-schema.ts'

/** Maximum number of unknown values to report per file, because a hostile list can contain thousands. */
const mostReported = 200

/**
 * R2.2: unknown values of keys with a fixed set of values. Keys of `config` depend on the primitive, so only the plan
 * checks them.
 */
export function unknownValues(
  path: string,
  fields: ReadonlyMap<FieldName, MetadataField>,
  dialect: Dialect,
): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  eachKnownPart(fields, dialect, (within, node, schema) => {
    if (found.length >= mostReported || node.kind !== 'scalar' || within.startsWith('config.')) return
    const { start, end, value } = node
    found.push(...valueFindings(schema, within, value, { path, start, end }))
  })
  return found
}

/** The finding for an unknown value of one `config` setting that the primitive supports, by its path of keys. */
export function unknownSetting(path: readonly string[], value: Value, at: SourceRange | null): readonly Diagnostic[] {
  const schema = keySchemaAt(path)
  return schema ? valueFindings(schema, path.join('.'), value, at) : []
}

function valueFindings(
  { values = {}, closed }: KeySchema,
  key: string,
  value: Value,
  at: SourceRange | null,
): readonly Diagnostic[] {
  const given = pyStr(value)
  if (closed === undefined || value === null || Object.hasOwn(values, given)) return []
  const allowed = Object.keys(values)
  const meant = nearest(given.toLowerCase().replaceAll('-', '_'), allowed)[0] ?? null
  return [{ code: 'metadata-value-unknown', at, key, value: given.slice(0, 80), allowed, meant, counts: closed }]
}
