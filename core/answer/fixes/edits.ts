import { extensionOf, nameOf } from '../../text/path.ts'
import type { FieldName } from '../../read/metadata/metadata.ts'
import { preferredSpelling } from '../../read/metadata/names.ts'
import type { ChainElement } from '../../resolve/chain.ts'
import type { SourceRange } from '../../text/source.ts'
import { jsonString } from '../../read/value/json.ts'
import { isList, PyTuple, type Value } from '../../read/value/value.ts'
import type { Located } from '../../read/located.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Change } from './fix.ts'

/** A change that might resolve a finding. `explainFixes` tries it before offering it. */
export interface Candidate {
  readonly title: string
  readonly changes: readonly Change[]
}

/** Replaces a literal. Double quotes are valid in Python, YAML, JavaScript and JSON. */
export function replaceText(at: SourceRange | null, text: string, title: string): readonly Candidate[] {
  return at ? [{ title, changes: [{ kind: 'edit', ...at, text: jsonString(text) }] }] : []
}

/**
 * Sets a string field of an element: replaces its value, or adds a line: after shebang and signature in a shell script,
 * at the end of other files.
 */
export function setField(
  workspace: Workspace,
  element: ChainElement | undefined,
  name: FieldName,
  text: string,
  title: string,
): readonly Candidate[] {
  const path = element?.path
  if (!element || path === null || path === undefined) return []
  const value = element.metadata?.fields.get(name)?.value
  if (value) return replaceText({ path, start: value.start, end: value.end }, text, title)
  const source = workspace.file(path)?.text
  const line = source === undefined ? undefined : assignment(path, name, text, workspace)
  if (source === undefined || line === undefined) return []
  const start = workspace.dialect.formats.get(extensionOf(path)) === 'shell' ? headEnd(source) : source.length
  const before = source.slice(0, start) === '' || source[start - 1] === '\n' ? '' : '\n'
  return [{ title, changes: [{ kind: 'edit', path, start, end: start, text: `${before}${line}\n` }] }]
}

function assignment(path: string, name: FieldName, text: string, workspace: Workspace): string | undefined {
  const format = workspace.dialect.formats.get(extensionOf(path))
  if (!format) return undefined
  const spelled = preferredSpelling(name, format)
  if (format === 'yaml') return `${spelled}: ${jsonString(text)}`
  const lead = { python: '', javascript: 'export const ', shell: '# ' }[format]
  return `${lead}${spelled} = ${jsonString(text)}`
}

/** The offset after shebang and signature. The metadata of a shell script is in its leading comments (R2.8). */
function headEnd(source: string): number {
  return /^(?:#!.*\n)?(?:#.*rye:signed:.*\n)?/.exec(source)?.[0].length ?? 0
}

/**
 * Adds names to a list in its existing style: in brackets, as lines of a YAML block, or as a list that replaces a
 * tuple. Undefined for an empty list, and for a tuple that does not consist of strings.
 */
export function addToList(
  workspace: Workspace,
  path: string,
  list: Located,
  names: readonly string[],
): Change | undefined {
  const tuple = list.kind === 'scalar' && list.value instanceof PyTuple ? list.value.items : undefined
  if (tuple?.every((item) => typeof item === 'string'))
    return { kind: 'edit', path, start: list.start, end: list.end, text: listText([...(tuple as string[]), ...names]) }
  return addItems(workspace, path, list, names.map(jsonString))
}

/** Adds items to a list in its existing style. Each item is the source text of a value. Undefined for an empty list. */
export function addItems(
  workspace: Workspace,
  path: string,
  list: Located,
  items: readonly string[],
): Change | undefined {
  const source = workspace.file(path)?.text ?? ''
  const last = list.kind === 'list' ? list.items.at(-1) : undefined
  if (!last) return undefined
  const at = { path, start: last.end, end: last.end }
  if (source[list.start] === '[') return { kind: 'edit', ...at, text: items.map((item) => `, ${item}`).join('') }
  const lineStart = source.lastIndexOf('\n', last.start) + 1
  const dash = /^\s*-\s+/.exec(source.slice(lineStart, last.start))?.[0]
  if (dash === undefined) return undefined
  return { kind: 'edit', ...at, text: items.map((item) => `\n${dash}${item}`).join('') }
}

/** Removes names from a list. Undefined if the list does not consist of strings. */
export function withoutNames(
  path: string,
  list: Located,
  value: Value | undefined,
  names: readonly string[],
): Change | undefined {
  const items = isList(value) ? value : value instanceof PyTuple ? value.items : undefined
  if (!items?.every((item) => typeof item === 'string')) return undefined
  const kept = (items as readonly string[]).filter((item) => !names.includes(item))
  return { kind: 'edit', path, start: list.start, end: list.end, text: listText(kept) }
}

function listText(names: readonly string[]): string {
  return `[${names.map(jsonString).join(', ')}]`
}

/** The path of a file in the same folder, with a suffix added to its name. */
export function besidePath(path: string, suffix: string): string {
  const name = nameOf(path)
  const extension = extensionOf(path)
  return `${path.slice(0, path.length - name.length)}${name.slice(0, name.length - extension.length)}${suffix}${extension}`
}
