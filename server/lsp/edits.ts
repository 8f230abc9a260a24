import type { Range, RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node'
import type { Change } from '#core/answer'
import type { EditorRename } from '#core/editor'
import { isReadOnly } from '#core/workspace'
import type { OpenProject } from './project.ts'
import type { Places } from './places.ts'

/** The kinds of workspace edits that an editor supports, from its capabilities. */
export interface Powers {
  /**
   * Whether the editor supports ordered changes with document versions; otherwise it supports only text edits by URI.
   */
  readonly documentChanges: boolean
  /** The supported operations on whole files, such as `create` and `rename`. */
  readonly operations: readonly string[]
}

type FileChange = NonNullable<WorkspaceEdit['documentChanges']>[number]

const top: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }

/**
 * The changes of a fix as a workspace edit. Undefined if the editor does not support one of the changes. Undefined
 * also if a change affects a read-only file, or no file, such as a new dialect.
 */
export function fixEdit(changes: readonly Change[], places: Places, powers: Powers): WorkspaceEdit | undefined {
  const made: FileChange[] = []
  const texts = new Map<string, TextDocumentEdit>()
  for (const change of changes) {
    const uri = 'path' in change && !isReadOnly(change.path) ? places.uriOf(change.path) : undefined
    if (uri === undefined) return undefined
    if (change.kind === 'edit') {
      const edit = { range: places.range(change.path, change.start, change.end), newText: places.putting(change) }
      const text = texts.get(change.path) ?? { textDocument: places.documentOf(change.path, uri), edits: [] }
      // All edits of one document form one change, because separate changes would shift each other's positions.
      text.edits.push(edit)
      if (text.edits.length === 1) made.push(text)
      texts.set(change.path, text)
    } else if (change.kind === 'create') {
      made.push({ kind: 'create', uri })
      made.push({ textDocument: { uri, version: null }, edits: [{ range: top, newText: change.text }] })
    } else if (change.kind === 'delete') made.push({ kind: 'delete', uri })
    else if (change.kind === 'move') {
      const newUri = isReadOnly(change.to) ? undefined : places.uriOf(change.to)
      if (newUri === undefined) return undefined
      made.push({ kind: 'rename', oldUri: uri, newUri })
    } else return undefined
  }
  return made.length === 0 ? undefined : possibleEdit(made, powers)
}

/**
 * A rename as a workspace edit. It renames the file of an item first, and edits its text under the new name: Helix does
 * not rename a file with unsaved edits. For an editor that cannot rename files, it contains only the references.
 * Undefined if the editor does not support the changes.
 */
export function renameEdit(
  rename: Exclude<EditorRename, { kind: 'impossible' }>,
  to: string,
  places: Places,
  powers: Powers,
): WorkspaceEdit | undefined {
  const byFile = new Map<string, (typeof rename.places)[number][]>()
  for (const place of rename.places) byFile.set(place.path, [...(byFile.get(place.path) ?? []), place])
  const moved = rename.kind === 'names' || !powers.operations.includes('rename') ? [] : moveOf(rename, places)
  const newUri = new Map(moved.map((move) => [move.oldUri, move.newUri]))
  const edits = [...byFile].flatMap(([path, all]): readonly FileChange[] => {
    const uri = places.uriOf(path)
    if (uri === undefined) return []
    const texts = all.map(({ start, end }) => ({ range: places.range(path, start, end), newText: to }))
    const target = newUri.get(uri)
    const textDocument = target === undefined ? places.documentOf(path, uri) : { uri: target, version: null }
    return [{ textDocument, edits: texts }]
  })
  return possibleEdit([...moved, ...edits], powers)
}

/** The message for an editor that can only change the mentions of an item. */
export function renameFileYourself(
  { path, target }: { readonly path: string; readonly target: string },
  { directory }: OpenProject,
): string {
  return `This editor cannot rename files, so only the references change. Rename the file ${directory.shown(path)} to ${directory.shown(target)}.`
}

function moveOf({ path, target }: { readonly path: string; readonly target: string }, places: Places): RenameFile[] {
  const [oldUri, newUri] = [places.uriOf(path), places.uriOf(target)]
  return oldUri === undefined || newUri === undefined ? [] : [{ kind: 'rename', oldUri, newUri }]
}

/** The changes in a format that the editor supports; undefined if the editor does not support one of them. */
function possibleEdit(
  changes: readonly FileChange[],
  { documentChanges, operations }: Powers,
): WorkspaceEdit | undefined {
  const isOperation = (kind: string): boolean => operations.includes(kind)
  if (changes.some((change) => 'kind' in change && !isOperation(change.kind))) return undefined
  const hasOperations = changes.some((change) => 'kind' in change)
  if (documentChanges || hasOperations) return { documentChanges: [...changes] }
  const texts = changes.flatMap((change) => ('edits' in change ? [change] : []))
  return { changes: Object.fromEntries(texts.map(({ textDocument, edits }) => [textDocument.uri, plain(edits)])) }
}

function plain(edits: TextDocumentEdit['edits']) {
  return edits.flatMap((edit) => ('newText' in edit ? [{ range: edit.range, newText: edit.newText }] : []))
}
