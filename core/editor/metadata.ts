import type { KeySchema } from '../read/metadata/key-schema.ts'
import { fieldNames } from '../read/metadata/metadata.ts'
import { fieldSpelled, preferredSpelling } from '../read/metadata/names.ts'
import { keySchemaAt, metadataSchema, valuesIn } from '../read/metadata/schema.ts'
import { shellHeaderAsCode } from '../read/metadata/shell.ts'
import type { Dialect } from '../rules/dialect.ts'
import { extensionOf } from '../text/path.ts'
import type { HoverText, Suggestion } from './answers.ts'
import { placeAt, type MetadataPlace, type PlaceSyntax } from './place.ts'

/** The metadata keys, values and names that fit at an offset, from the engine's schema. */
export function metadataOffers(dialect: Dialect, path: string, text: string, offset: number): readonly Suggestion[] {
  const { format, code } = readAs(dialect, path, text, offset)
  const place = format && placeAt(code, offset, format)
  if (!format || !place) return []
  const { key, item } = place
  if (key === undefined && !item && place.path.length === 0) return nameOffers(place, code, offset, format)
  const schema = schemaAt(format, key === undefined ? place.path : [...place.path, key])
  if (!schema) return []
  const asked = { place, offset, format, dialect }
  if (key !== undefined) return valueOffers(schema, asked)
  return [...(item ? valueOffers(schema, asked) : []), ...keyOffers(schema, asked)]
}

/** The explanation of the metadata key or value at an offset; undefined for other words. */
export function metadataHover(
  dialect: Dialect,
  path: string,
  text: string,
  { word, start, end }: { readonly word: string; readonly start: number; readonly end: number },
): HoverText | undefined {
  const { format, code } = readAs(dialect, path, text, end)
  const place = format && placeAt(code, end, format)
  if (!format || !place || place.start !== start) return undefined
  if (place.key === undefined && !place.item) {
    if (!/^["']?\s*[:=]/.test(code.slice(end)) || (place.path.length === 0 && !startsStatement(code, start)))
      return undefined
    const schema = schemaAt(format, [...place.path, word])
    if (!schema) return undefined
    const field = fieldSpelled(place.path[0] ?? word, format)
    return { start, end, markdown: keyText(word, schema, dialect), ...(field && { page: `key-${field}` }) }
  }
  const schema = schemaAt(format, place.key === undefined ? place.path : [...place.path, place.key])
  const values = schema ? valuesIn(dialect, schema) : {}
  return Object.hasOwn(values, word) ? { start, end, markdown: `**${word}**: ${values[word] ?? ''}` } : undefined
}

/** The header of a shell script is Python in comments (R2.8); other files are read unchanged. */
function readAs(
  dialect: Dialect,
  path: string,
  text: string,
  offset: number,
): { readonly format?: PlaceSyntax; readonly code: string } {
  const format = dialect.formats.get(extensionOf(path))
  if (format !== 'shell') return format === undefined ? { code: text } : { format, code: text }
  const code = shellHeaderAsCode(text)
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return offset <= code.length && /^[ \t]*#/.test(line) ? { format: 'python', code } : { code }
}

interface Asked {
  readonly place: MetadataPlace
  readonly offset: number
  readonly format: PlaceSyntax
  readonly dialect: Dialect
}

function schemaAt(format: PlaceSyntax, [first = '', ...below]: readonly string[]): KeySchema | undefined {
  const field = fieldSpelled(first, format)
  return field && keySchemaAt([field, ...below])
}

function keyText(name: string, schema: KeySchema, dialect: Dialect): string {
  const { about, otherwise, rule, readIn } = schema
  const values = Object.entries(valuesIn(dialect, schema))
  return [
    `**${name}**: ${about}`,
    ...(values.length > 0 ? [values.map(([value, word]) => `- \`${value}\`: ${word}`).join('\n')] : []),
    [
      ...(otherwise === undefined ? [] : [`Default: ${otherwise}.`]),
      ...(rule === undefined ? [] : [`Rule ${rule}.`]),
    ].join(' '),
    ...(readIn?.(dialect) === false ? [`Not read in ${dialect.name}.`] : []),
  ].join('\n\n')
}

/** Whether a name begins a statement: at the start of a line, or in JavaScript after a keyword that declares it. */
function startsStatement(text: string, start: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return /^[ ]{0,2}["']?(?:(?:export\s+)?(?:const|let|var)\s+)?$/.test(before)
}

function nameOffers(place: MetadataPlace, text: string, offset: number, format: PlaceSyntax): readonly Suggestion[] {
  if (!startsStatement(text, place.start)) return []
  // R2.4: a name that JavaScript assigns without a declaration is not metadata.
  const isDeclared = /(?:const|let|var)\s+$/.test(text.slice(0, place.start))
  const declares = format === 'javascript' && !isDeclared ? 'export const ' : ''
  return fieldNames.map((field, rank) => {
    const { about, keys, any } = metadataSchema[field]
    const label = preferredSpelling(field, format)
    const insert = format !== 'yaml' ? `${declares}${label} = ` : keys || any ? `${label}:` : `${label}: `
    return { label, insert, detail: about, kind: 'name', rank, start: place.start, end: offset }
  })
}

function keyOffers(schema: KeySchema, { place, offset, format, dialect }: Asked): readonly Suggestion[] {
  return Object.entries(schema.keys ?? {}).map(([label, { about, otherwise, readIn }], rank) => {
    const read = readIn?.(dialect) !== false
    const insert = place.quoted ? label : format === 'yaml' ? `${label}: ` : `${JSON.stringify(label)}: `
    const detail = read ? about : `not read in ${dialect.name}`
    const documentation = otherwise === undefined ? {} : { documentation: `Default: ${otherwise}.` }
    return {
      label,
      insert,
      detail,
      ...documentation,
      kind: 'key',
      rank: rank + (read ? 0 : 100),
      start: place.start,
      end: offset,
    }
  })
}

function valueOffers(schema: KeySchema, { place, offset, format, dialect }: Asked): readonly Suggestion[] {
  return Object.entries(valuesIn(dialect, schema)).map(([label, detail], rank) => {
    const insert = place.quoted || format === 'yaml' ? label : literal(label, format)
    return { label, insert, detail, kind: 'value', rank, start: place.start, end: offset }
  })
}

function literal(value: string, format: PlaceSyntax): string {
  if (value !== 'true' && value !== 'false') return JSON.stringify(value)
  return format === 'python' ? `${value[0]?.toUpperCase()}${value.slice(1)}` : value
}
