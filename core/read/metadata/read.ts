import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Dialect, MetadataFormat } from '../../rules/dialect.ts'
import type { Parts } from '../../parts.ts'
import { limits } from '../../limits.ts'
import { extensionOf } from '../../text/path.ts'
import type { Located } from '../located.ts'
import { parsePython, type PythonParse } from '../python/parse.ts'
import { universalNewlines, type SourceRange } from '../../text/source.ts'
import { readYaml } from '../yaml/read.ts'
import { findDeclaredNames } from './declared.ts'
import { laterMarkOf, laterMetadata, laterSetting } from './later.ts'
import { parseJavaScript } from '../javascript/javascript.ts'
import { fieldNames, graphKeyNames, MetadataField, type FieldName, type Metadata } from './metadata.ts'
import { codeSpellings, lowerCaseLooks, yamlSpellings, type FieldSpellings } from './names.ts'
import { readShellHeader } from './shell.ts'
import { almostKnown, unreadKeys, type UnreadName } from './unknown-keys.ts'
import { unknownValues } from './unknown-values.ts'
import { respelledVersions } from './versions.ts'

/** A name with a value in a file, before it is matched to a field. */
interface Setting {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
  readonly value: Located
}

/** A name that a file assigns an unreadable value. */
interface Ignored {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
  readonly because: string
}

/**
 * The metadata of a file (R2.1 to R2.6): the fields of its format, each with its place, and the findings about them.
 * Accepts any text and never executes it. While the parser of the format is loading, the result has no fields. A file
 * from a later release has one finding (R1.9).
 */
export function readMetadata(path: string, text: string, dialect: Dialect, parts: Parts): Metadata {
  const source = universalNewlines(text)
  const extension = extensionOf(path)
  const format = dialect.formats.get(extension)
  const later = laterMarkOf(source)
  if (later) return laterMetadata(path, format ?? null, later)
  switch (format) {
    case 'python':
      return pythonMetadata(path, source, parsePython(source, parts), dialect)
    case 'yaml':
      return readYamlMetadata(path, source, dialect)
    case 'javascript':
      return readJsMetadata(path, source, extension, dialect, parts)
    case 'shell': {
      const header = readShellHeader(source, parts)
      if (header === 'lacking') return notYet(path, 'shell')
      return codeMetadata(path, source, 'shell', dialect, header.literals, header.ignored)
    }
    case undefined:
      return { path, format: null, fields: new Map(), diagnostics: unsupportedNames(path, source, dialect, parts) }
  }
}

/**
 * Whether another dialect reads a file with the same result. May be false for an equal result, if the file has a
 * finding that can depend on the dialect.
 */
export function isReadEqually({ path, format, fields, diagnostics }: Metadata, from: Dialect, to: Dialect): boolean {
  if (from === to) return true
  const extension = extensionOf(path)
  if (from.formats.get(extension) !== to.formats.get(extension)) return false
  if (diagnostics.some(({ code }) => dependsOnDialect.has(code))) return false
  return format === null || dialectFindings(path, fields, to).length === 0
}

const dependsOnDialect: ReadonlySet<Diagnostic['code']> = new Set<Diagnostic['code']>([
  'metadata-key-unknown',
  'metadata-not-read',
  'metadata-value-unknown',
])

/** The findings about the parts of fields that a dialect reads. */
function dialectFindings(
  path: string,
  fields: ReadonlyMap<FieldName, MetadataField>,
  dialect: Dialect,
): readonly Diagnostic[] {
  return [...almostKnown(path, unreadKeys(fields, dialect)), ...unknownValues(path, fields, dialect)]
}

function pythonMetadata(path: string, text: string, parse: PythonParse, dialect: Dialect): Metadata {
  if (parse.kind === 'parsed')
    return codeMetadata(path, text, 'python', dialect, parse.module.literals, parse.module.ignored)
  if (parse.kind === 'lacking') return notYet(path, 'python')
  const { message, start, end } = parse.error
  return unreadable(path, 'python', { language: 'Python', problem: message, at: { path, start, end } })
}

function readYamlMetadata(path: string, text: string, dialect: Dialect): Metadata {
  const reading = readYaml(path, text)
  if (reading.kind === 'invalid') return { path, format: 'yaml', fields: new Map(), diagnostics: reading.diagnostics }
  const settings: Setting[] = []
  if (reading.document?.kind === 'dict') {
    for (const [name, { keyStart, keyEnd, value }] of reading.document.entries) {
      if (typeof name === 'string') settings.push({ name, nameStart: keyStart, nameEnd: keyEnd, value })
    }
  }
  const fields = chooseFields(settings, yamlSpellings)
  const later = laterSetting(settings, fields)
  if (later) return laterMetadata(path, 'yaml', later, fields)
  const diagnostics = [
    ...reading.diagnostics,
    ...almostKnown(path, unreadNames(settings, fields, yamlSpellings, fieldNames)),
    ...dialectFindings(path, fields, dialect),
    ...respelledVersions(path, text, fields),
  ]
  return { path, format: 'yaml', fields, ...graphKeysOf(reading.document), diagnostics }
}

function graphKeysOf(document: Located | null): Pick<Metadata, 'graphKeys'> {
  if (document?.kind !== 'dict') return {}
  const found = graphKeyNames.flatMap((name) => {
    const entry = document.entries.get(name)
    return entry ? [[name, entry] as const] : []
  })
  return found.length > 0 ? { graphKeys: new Map(found) } : {}
}

const jsNames = new RegExp([...codeSpellings.keys(), ...lowerCaseLooks.keys()].join('|'))

function readJsMetadata(path: string, text: string, extension: string, dialect: Dialect, parts: Parts): Metadata {
  // Most modules contain no metadata name, so they need no parse.
  if (!jsNames.test(text) && !text.includes('\\u')) return codeMetadata(path, text, 'javascript', dialect, [], [])
  if (text.length > limits.scriptLength) {
    const problem = `it is longer than ${limits.scriptLength} characters (limit scriptLength): keep the metadata in a small file that imports the rest`
    return unreadable(path, 'javascript', { language: languageOf(extension), problem, at: { path, start: 0, end: 0 } })
  }
  const parse = parseJavaScript(text, extension, parts)
  if (parse.kind === 'lacking') return notYet(path, 'javascript')
  if (parse.kind === 'parsed') return codeMetadata(path, text, 'javascript', dialect, parse.literals, parse.ignored)
  const { message, start, end } = parse
  return unreadable(path, 'javascript', { language: languageOf(extension), problem: message, at: { path, start, end } })
}

/** The metadata of a file whose parser is still loading. */
function notYet(path: string, format: MetadataFormat): Metadata {
  return { path, format, fields: new Map(), diagnostics: [] }
}

function languageOf(extension: string): string {
  return extension === '.ts' ? 'TypeScript' : 'JavaScript'
}

function unreadable(
  path: string,
  format: MetadataFormat,
  problem: { readonly language: string; readonly problem: string; readonly at: SourceRange },
): Metadata {
  return { path, format, fields: new Map(), diagnostics: [{ code: 'metadata-syntax', ...problem }] }
}

function codeMetadata(
  path: string,
  text: string,
  format: MetadataFormat,
  dialect: Dialect,
  literals: readonly Setting[],
  ignored: readonly Ignored[],
): Metadata {
  const fields = chooseFields(literals, codeSpellings)
  const later = laterSetting(literals, fields)
  if (later) return laterMetadata(path, format, later, fields)
  const diagnostics = [
    ...notLiteral(path, format, ignored),
    ...lowerCase(path, literals, fields),
    ...almostKnown(path, unreadNames(literals.filter(looksMeant), fields, codeSpellings, dunderNames)),
    ...dialectFindings(path, fields, dialect),
    ...respelledVersions(path, text, fields),
  ]
  return { path, format, fields, diagnostics }
}

/**
 * The fields that the settings of a file define. The last setting of a name applies. If a field has two names, the
 * preferred name applies, in any order.
 */
function chooseFields(settings: readonly Setting[], spellings: FieldSpellings): ReadonlyMap<FieldName, MetadataField> {
  const fields = new Map<FieldName, MetadataField>()
  const ranks = new Map<FieldName, number>()
  for (const { name, nameStart, nameEnd, value } of settings) {
    const spelling = spellings.get(name)
    if (!spelling || spelling.rank > (ranks.get(spelling.field) ?? spelling.rank)) continue
    ranks.set(spelling.field, spelling.rank)
    fields.set(spelling.field, new MetadataField(name, nameStart, nameEnd, value))
  }
  return fields
}

// Code has many ordinary variables, and only a metadata spelling suggests metadata.
const looksMeant = ({ name }: Setting): boolean => name.startsWith('__') && !lowerCaseLooks.has(name)
const dunderNames = [...codeSpellings.keys()].filter((name) => name.startsWith('__'))

/**
 * R2.2: the names in a file that do not set a field, each with the preferred names of the fields that the file does not
 * set.
 */
function unreadNames(
  settings: readonly Setting[],
  fields: ReadonlyMap<FieldName, MetadataField>,
  spellings: FieldSpellings,
  preferred: readonly string[],
): readonly UnreadName[] {
  const unread = settings.filter(({ name }) => !spellings.has(name))
  if (unread.length === 0) return []
  const known = preferred.filter((name) => !fields.has(spellings.get(name)!.field))
  return unread.map(({ name, nameStart, nameEnd }) => ({ name, start: nameStart, end: nameEnd, within: '', known }))
}

function notLiteral(path: string, format: MetadataFormat, ignored: readonly Ignored[]): readonly Diagnostic[] {
  return ignored
    .filter(({ name }) => codeSpellings.has(name))
    .map(({ name, nameStart, nameEnd, because }) => {
      return { code: 'metadata-not-literal', at: { path, start: nameStart, end: nameEnd }, name, because, format }
    })
}

/** R2.2: hints for lower-case variables, which are not metadata, unless the file also sets the field correctly. */
function lowerCase(
  path: string,
  literals: readonly Setting[],
  fields: ReadonlyMap<FieldName, MetadataField>,
): readonly Diagnostic[] {
  const hints = new Map<string, Diagnostic>()
  for (const { name, nameStart, nameEnd } of literals) {
    const meant = lowerCaseLooks.get(name)
    const field = meant === undefined ? undefined : codeSpellings.get(meant)?.field
    if (meant === undefined || field === undefined || fields.has(field)) continue
    hints.set(name, { code: 'metadata-lower-case', at: { path, start: nameStart, end: nameEnd }, name, meant })
  }
  return [...hints.values()]
}

function unsupportedNames(path: string, text: string, dialect: Dialect, parts: Parts): readonly Diagnostic[] {
  const extension = extensionOf(path)
  const [first, ...more] = findDeclaredNames(text, extension, parts)
  if (!first) return []
  const at = { path, start: first.start, end: first.end }
  const names = [...new Set([first, ...more].map(({ name }) => name))]
  return [{ code: 'metadata-not-read', at, extension, dialect: dialect.name, names }]
}
