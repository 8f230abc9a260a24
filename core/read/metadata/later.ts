import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { MetadataFormat } from '../../rules/dialect.ts'
import { nodeAt, type Located } from '../located.ts'
import type { FieldName, Metadata, MetadataField } from './metadata.ts'

/** A mark that only files from later releases of Rye contain, with its place (R1.9). */
interface LaterMark {
  readonly mark: string
  readonly start: number
  readonly end: number
}

/** A signature of a later release in the first line, or a tool header in the leading comments. */
const laterText =
  /^(?:#!.*\n)?(?:(?:#|\/\/|<!--) *(?<signature>ryeos:signed:)|(?:(?:#|\/\/).*\n|\n)*?(?:#|\/\/) *(?<header>ryeos-tool:))/d

/** R1.9: the mark of a later release in the first lines of a file; undefined without a mark. */
export function laterMarkOf(text: string): LaterMark | undefined {
  const groups = laterText.exec(text)?.indices?.groups
  const at = groups?.['signature'] ?? groups?.['header']
  return at && { mark: text.slice(...at), start: at[0], end: at[1] }
}

/**
 * An alias such as `@subprocess`, or the ID of a tool with its kind. An alias has no folder, unlike a scope such as
 * `@team/run`.
 */
const laterExecutor = /^(?:@[^/]+$|tool:)/
const laterCommand = /^(?:bin|realization):/
const laterNames: ReadonlySet<string> = new Set(['execution_protocol', '__execution_protocol__', 'EXECUTION_PROTOCOL'])

/** A name that a file sets, with its place. */
interface NamedSetting {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
}

/** R1.9: the mark of a later release in a file's settings; undefined without a mark. */
export function laterSetting(
  settings: readonly NamedSetting[],
  fields: ReadonlyMap<FieldName, MetadataField>,
): LaterMark | undefined {
  const command = nodeAt(fields.get('config')?.value, ['command'])
  const byValue =
    laterValue(fields.get('executor_id')?.value, laterExecutor) ?? (command && laterValue(command, laterCommand))
  if (byValue) return byValue
  const named = settings.find(({ name }) => laterNames.has(name))
  return named && { mark: named.name, start: named.nameStart, end: named.nameEnd }
}

function laterValue(node: Located | undefined, pattern: RegExp): LaterMark | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string' || !pattern.test(node.value)) return undefined
  return { mark: node.value, start: node.start, end: node.end }
}

/**
 * The metadata of a file from a later release: one finding, which names the mark. The fields are known only if the mark
 * is one of them; no step uses them.
 */
export function laterMetadata(
  path: string,
  format: MetadataFormat | null,
  { mark, start, end }: LaterMark,
  fields: Metadata['fields'] = new Map(),
): Metadata {
  return { path, format, fields, diagnostics: [{ code: 'later-generation', mark, at: { path, start, end } }] }
}

/** The finding that a file belongs to a later release; undefined for other files. */
export function laterFinding(metadata: Metadata | null | undefined): Diagnostic | undefined {
  const first = metadata?.diagnostics[0]
  return first?.code === 'later-generation' ? first : undefined
}
