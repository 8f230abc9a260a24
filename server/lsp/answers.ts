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
  type Hover,
} from 'vscode-languageserver/node'
import type { DiagnosticEntry, Fix } from '#core/answer'
import { chainLens, outlineOf, templateTokens, type LensText, type OutlineEntry, type Suggestion } from '#core/editor'
import type { UseTarget } from '#core/impact'
import { dialects } from '#core/rules'
import type { SourceRange } from '#core/text'
import { markCommand } from './byte-order-mark.ts'
import { fixEdit, type Powers } from './edits.ts'
import { diskOf, docsOf, type Places } from './places.ts'
import type { OpenProject } from './project.ts'
import type { Asked } from './projects.ts'

/** The name of this server next to a finding, for editors with several servers per file. */
export const source = 'rye-chain'

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
} as const

/**
 * A finding as a diagnostic. Its range ends with the first line, because an underline of several lines hides the text.
 */
export function diagnosticOf(entry: DiagnosticEntry, path: string, places: Places): Diagnostic {
  const { code, severity, message, hint, at } = entry
  const { start, end } = places.range(path, at?.start ?? 0, at?.end ?? 0)
  return {
    range: { start, end: end.line === start.line ? end : { line: start.line + 1, character: 0 } },
    severity: severities[severity],
    code,
    codeDescription: { href: docsOf(code) },
    source,
    message: places.worded(hint === '' ? message : `${message}\n${hint}`),
  }
}

/** Whether an editor's diagnostic is from this server. Some editors return it without its source. */
export function isOwn({ source: by }: Diagnostic): boolean {
  return by === undefined || by === source
}

/** The hover of a missing target: the message of the `-not-found` finding at an offset; null if there is none. */
export function missingHover(project: OpenProject, places: Places, path: string, offset: number): Hover | null {
  const found = project
    .findingsOf(path)
    .find(({ code, at }) => code.endsWith('-not-found') && at?.path === path && at.start <= offset && offset <= at.end)
  if (!found?.at) return null
  const value = found.hint === '' ? found.message : `${found.message}\n\n${found.hint}`
  return {
    contents: { kind: MarkupKind.PlainText, value: places.worded(value) },
    range: places.range(path, found.at.start, found.at.end),
  }
}

const kinds = {
  id: CompletionItemKind.Reference,
  name: CompletionItemKind.Property,
  variable: CompletionItemKind.Variable,
  key: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
} as const satisfies Record<Suggestion['kind'], CompletionItemKind>

/** Maximum number of completions per response. If more match, the editor repeats the request after each key. */
const mostOffers = 200

/** The completions that contain the folders of the typed ID, the best first. The editor filters by the rest. */
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
      // The inserted text of a name also contains syntax that the user did not type, such as `: ` or ` = `.
      filterText: kind === 'name' ? label : insert,
      sortText: String(rank).padStart(4, '0'),
      textEdit: { range: places.range(path, start, end), newText: insert },
      ...(documentation === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
    })),
  }
}

function written(text: string, start: number, end: number): string {
  // The completion replaces the whole ID at the cursor, so only the folders of this ID are used as a filter.
  const word = text.slice(start, end).toLowerCase()
  return word.slice(0, word.lastIndexOf('/') + 1)
}

/**
 * The lenses of a file: the whole chain of its item, the number of items that use it, and each named executor.
 * Selecting a lens opens the file that it names, or the file of the first user.
 */
export function lensesOf(project: OpenProject, places: Places, path: string, text: string): readonly CodeLens[] {
  const { workspace } = project.directory
  const analysis = project.analysisOf(path)
  const own = chainLens({ analysis, items: [], env: {}, dialect: dialects[workspace.settings.dialect] }, path, text)
  const users = usersLens(project, path)
  return [...(own ? [own] : []), ...(users ? [users] : []), ...project.knowledge.lenses(path, text)].map(
    ({ at, title, target }) => {
      const place = target && places.location(target)
      return {
        range: places.range(path, at, at),
        command: { title, command: openCommand, arguments: place ? [place] : [] },
      }
    },
  )
}

/** The lens with the number of items that use a file's item in their chain or graph; undefined if no item uses it. */
function usersLens(project: OpenProject, path: string): LensText | undefined {
  const item_id = project.analysisOf(path)?.item_id
  const users = item_id === undefined ? [] : project.usersOf({ kind: 'item', item_id })
  const [first] = users
  return first && { at: 0, title: `used by ${users.length}`, target: first.uses[0]?.at ?? undefined }
}

/** The references to the ID at an offset; for a variable or a tool config, the places that use it. */
export function referencesOf(project: OpenProject, path: string, text: string, offset: number): readonly SourceRange[] {
  const target = project.useTargetAt(path, text, offset)
  return target ? usePlaces(project, target) : project.knowledge.references(path, text, offset)
}

/** The places where items use a target, each once. */
function usePlaces(project: OpenProject, target: UseTarget): readonly SourceRange[] {
  const places = project.usersOf(target).flatMap(({ uses }) => uses.flatMap(({ at }) => at ?? []))
  return [...new Map(places.map((at) => [`${at.path} ${at.start}`, at])).values()]
}

/** The command of a lens. The server handles it with a request to show a document, so editors need no code for it. */
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

/**
 * The placeholders of templates in the protocol's encoding: five numbers per token, relative to the previous
 * token.
 */
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

/**
 * The actions for the given diagnostics of a file: each verified fix that the editor supports, if all files of the fix
 * are writable. A fix belongs to the diagnostics with its code and start, because editors can change the message.
 */
export function actionsOf(
  fixes: readonly Fix[],
  marked: readonly Diagnostic[],
  asked: Asked,
  powers: Powers,
): readonly CodeAction[] {
  const { places, path } = asked
  const isAbout = (fix: Fix, { code, range }: Diagnostic): boolean => {
    const { line, character } = places.range(path, fix.at?.start ?? 0, fix.at?.end ?? 0).start
    const isHere = range.start.line === line && range.start.character === character
    return code === fix.code && isHere && (fix.at?.path ?? path) === path
  }
  return fixes.flatMap((fix) => {
    const diagnostics = marked.filter((diagnostic) => isAbout(fix, diagnostic))
    const done = diagnostics.length > 0 && fix.state === 'verified' ? doneBy(fix, asked, powers) : undefined
    if (!done) return []
    const others = fixes.filter((one) => one.state === 'verified' && diagnostics.some((of) => isAbout(one, of)))
    const action: CodeAction = { title: fix.title, kind: CodeActionKind.QuickFix, diagnostics, ...done }
    return [{ ...action, isPreferred: others.length === 1 }]
  })
}

/** The edit of a fix; for a byte order mark that the editor does not show, a command that removes it on disk. */
function doneBy(
  { title, changes }: Fix,
  { project, places }: Asked,
  powers: Powers,
): Pick<CodeAction, 'edit' | 'command'> | undefined {
  const [first] = changes
  if (first?.kind === 'edit' && first.start === 0 && first.end === 1 && project.hidesMark(first.path)) {
    const place = places.location(first)
    return place && { command: { title, command: markCommand, arguments: [place] } }
  }
  const edit = fixEdit(changes, places, powers)
  return edit && { edit }
}

/**
 * The project of a file: the folder that contains its `.ai`. Undefined for a file that is not in `.ai` or not on disk.
 */
export function projectFolderOf(uri: string): string | undefined {
  const disk = diskOf(uri)?.replaceAll('\\', '/')
  const at = disk?.lastIndexOf('/.ai/') ?? -1
  return disk === undefined || at <= 0 ? undefined : disk.slice(0, at)
}
