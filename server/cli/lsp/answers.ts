import {
  CodeActionKind,
  CompletionItemKind,
  DiagnosticSeverity,
  MarkupKind,
  SymbolKind,
  type CodeAction,
  type CodeLens,
  type CompletionList,
  type Diagnostic,
  type DocumentSymbol,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import {
  chainLens,
  dialects,
  isReadOnly,
  outlineOf,
  templateTokens,
  type Change,
  type EditorRename,
  type DiagnosticEntry,
  type Fix,
  type OutlineEntry,
  type Suggestion,
} from '#core'
import { diskOf, docsOf, type Places } from './places.ts'
import type { OpenProject } from './project.ts'

/** Who says it, where several servers speak of one file. */
export const source = 'rye-chain'

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
} as const

/** A finding, on one line at most: a longer mark hides the text. */
export function diagnosticOf(entry: DiagnosticEntry, path: string, places: Places): Diagnostic {
  const { code, severity, message, hint, at } = entry
  const { start, end } = places.range(path, at?.start ?? 0, at?.end ?? 0)
  return {
    range: { start, end: end.line === start.line ? end : { line: start.line + 1, character: 0 } },
    severity: severities[severity],
    code,
    codeDescription: { href: docsOf(code) },
    source,
    message: hint === '' ? message : `${message}\n${hint}`,
  }
}

const kinds = {
  id: CompletionItemKind.Reference,
  name: CompletionItemKind.Property,
  variable: CompletionItemKind.Variable,
  key: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
} as const satisfies Record<Suggestion['kind'], CompletionItemKind>

/** Offers in one answer; while more fit, each key that is pressed asks again. */
const mostOffers = 200

/** The offers that hold what is written so far, the best first. */
export function completionOf(
  offers: readonly Suggestion[],
  path: string,
  text: string,
  places: Places,
): CompletionList {
  const fitting = offers.filter(({ insert, start, end }) => insert.toLowerCase().includes(written(text, start, end)))
  const shown = [...fitting].sort((a, b) => a.rank - b.rank).slice(0, mostOffers)
  return {
    isIncomplete: fitting.length > shown.length,
    items: shown.map(({ label, insert, detail, documentation, kind, rank, start, end }) => ({
      label,
      labelDetails: { description: detail },
      kind: kinds[kind],
      // Behind what a language wants before a name, the name is what is typed.
      filterText: kind === 'name' ? label : insert,
      sortText: String(rank).padStart(4, '0'),
      textEdit: { range: places.range(path, start, end), newText: insert },
      ...(documentation === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
    })),
  }
}

function written(text: string, start: number, end: number): string {
  // An id under the cursor is replaced whole: what stands there now is to be left out by its first part only.
  const word = text.slice(start, end).toLowerCase()
  return word.slice(0, word.lastIndexOf('/') + 1)
}

/** Lenses above a file: the whole chain of its item, and where each named executor leads. Choosing one goes there. */
export function lensesOf(project: OpenProject, places: Places, path: string, text: string): readonly CodeLens[] {
  const { workspace } = project.directory
  const analysis = project.analysisOf(path)
  const own = chainLens({ analysis, items: [], env: {}, dialect: dialects[workspace.settings.dialect] }, path, text)
  return [...(own ? [own] : []), ...project.knowledge.lenses(path, text)].map(({ at, title, target }) => {
    const place = target && places.location(target)
    return {
      range: places.range(path, at, at),
      command: { title, command: openCommand, arguments: place ? [place] : [] },
    }
  })
}

/** The command behind a lens: the server asks the editor to show a place, so no editor has to know it. */
export const openCommand = 'rye-chain.open'

const symbolKinds = {
  field: SymbolKind.Property,
  key: SymbolKind.Field,
  node: SymbolKind.Event,
} as const satisfies Record<OutlineEntry['kind'], SymbolKind>

/** The outline of a file. */
export function symbolsOf(project: OpenProject, places: Places, path: string, text: string): DocumentSymbol[] {
  const metadata = project.metadata(path)
  const symbolOf = (entry: OutlineEntry): DocumentSymbol => ({
    name: entry.name,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: places.range(path, entry.start, entry.end),
    selectionRange: places.range(path, entry.nameStart, entry.nameEnd),
    children: entry.children.map(symbolOf),
  })
  return metadata ? outlineOf(metadata, text).map(symbolOf) : []
}

/** The kinds of semantic tokens, in the order of their numbers. */
export const tokenTypes = ['variable', 'parameter'] as const

/** Placeholders of templates as the protocol counts them: five numbers each, relative to the one before. */
export function tokensOf(project: OpenProject, places: Places, path: string, text: string): number[] {
  const metadata = project.metadata(path)
  let [line, character] = [0, 0]
  return (metadata ? templateTokens(metadata, text) : []).flatMap(({ kind, start, end }) => {
    const at = places.range(path, start, end).start
    const step = [at.line - line, at.line === line ? at.character - character : at.character]
    ;[line, character] = [at.line, at.character]
    return [...step, end - start, tokenTypes.indexOf(kind), 0]
  })
}

/** Fixes for findings that an editor marks, as far as they are changes of files that can be written. */
export function actionsOf(fixes: readonly Fix[], marked: readonly Diagnostic[], places: Places): readonly CodeAction[] {
  return fixes.flatMap((fix) => {
    const diagnostics = marked.filter(({ code, source: by }) => by === source && code === fix.code)
    const edit = diagnostics.length > 0 && fix.state === 'verified' ? editOf(fix.changes, places) : undefined
    if (!edit) return []
    const others = fixes.filter(({ code, state }) => code === fix.code && state === 'verified')
    const action: CodeAction = { title: fix.title, kind: CodeActionKind.QuickFix, diagnostics, edit }
    return [{ ...action, isPreferred: others.length === 1 }]
  })
}

type FileChange = NonNullable<WorkspaceEdit['documentChanges']>[number]

/** Changes of a fix; undefined where one of them is no change of a file, such as another dialect. */
function editOf(changes: readonly Change[], places: Places): WorkspaceEdit | undefined {
  const all = changes.map((change): readonly FileChange[] | undefined => {
    const uri = 'path' in change && !isReadOnly(change.path) ? places.uriOf(change.path) : undefined
    if (uri === undefined) return undefined
    switch (change.kind) {
      case 'edit':
        return [textEdit(uri, places.range(change.path, change.start, change.end), change.text)]
      case 'create': {
        const top = { line: 0, character: 0 }
        return [{ kind: 'create', uri }, textEdit(uri, { start: top, end: top }, change.text)]
      }
      case 'delete':
        return [{ kind: 'delete', uri }]
      case 'move': {
        const newUri = isReadOnly(change.to) ? undefined : places.uriOf(change.to)
        return newUri === undefined ? undefined : [{ kind: 'rename', oldUri: uri, newUri }]
      }
      default:
        return undefined
    }
  })
  const known = all.filter((change) => change !== undefined)
  return known.length === all.length && known.length > 0 ? { documentChanges: known.flat() } : undefined
}

/** A rename as edits, the file of an item last, so that the edits of its text still find it. */
export function renameEdit(
  rename: Exclude<EditorRename, { kind: 'impossible' }>,
  to: string,
  places: Places,
): WorkspaceEdit {
  const byFile = new Map<string, (typeof rename.places)[number][]>()
  for (const place of rename.places) byFile.set(place.path, [...(byFile.get(place.path) ?? []), place])
  const edits = [...byFile].flatMap(([path, all]): readonly FileChange[] => {
    const uri = places.uriOf(path)
    if (uri === undefined) return []
    const texts = all.map(({ start, end }) => ({ range: places.range(path, start, end), newText: to }))
    return [{ textDocument: { uri, version: null }, edits: texts }]
  })
  if (rename.kind === 'names') return { documentChanges: edits }
  const [oldUri, newUri] = [places.uriOf(rename.path), places.uriOf(rename.target)]
  const moved: readonly FileChange[] =
    oldUri === undefined || newUri === undefined ? [] : [{ kind: 'rename', oldUri, newUri }]
  return { documentChanges: [...edits, ...moved] }
}

function textEdit(uri: string, range: Diagnostic['range'], newText: string): TextDocumentEdit {
  return { textDocument: { uri, version: null }, edits: [{ range, newText }] }
}

/** The project of a file: the folder that holds the `.ai` it lies in. */
export function projectFolderOf(uri: string): string | undefined {
  const disk = diskOf(uri)?.replaceAll('\\', '/')
  const at = disk?.lastIndexOf('/.ai/') ?? -1
  return disk === undefined || at <= 0 ? undefined : disk.slice(0, at)
}
