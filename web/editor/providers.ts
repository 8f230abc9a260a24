import type { HoverText, LensText, Suggestion } from '#core/editor'
import type { SourceRange } from '#core/text'
import { languages, monaco } from './monaco.ts'
import { offsetOf, placeOf } from './text.ts'

/** A fix for a problem. `apply` makes its changes in the draft. */
export interface QuickFix {
  readonly title: string
  readonly code: string
  apply(): void
}

/** The page's current knowledge about files, which the editor queries. */
export interface Knowledge {
  hover(path: string, text: string, offset: number): HoverText | undefined
  suggest(path: string, text: string, offset: number): readonly Suggestion[]
  definition(path: string, text: string, offset: number): SourceRange | undefined
  references(path: string, text: string, offset: number): readonly SourceRange[]
  lenses(path: string, text: string): readonly LensText[]
  fixes(path: string): readonly QuickFix[]
  applyFix(fix: QuickFix): void
  textOf(path: string): string | undefined
  /** The range of the item ID at an offset, or the reason why it cannot be renamed. */
  renamable(path: string, text: string, offset: number): SourceRange | string
  /** Rename the item ID in the draft. Returns an error message if the rename fails. */
  rename(path: string, text: string, offset: number, to: string): string | undefined
  goTo(place: SourceRange): void
}

/** The registered providers of an editor. Call `changed` when the knowledge changes. */
export interface Registered {
  changed(): void
  dispose(): void
}

type Model = monaco.editor.ITextModel
const pathOf = (model: Model): string => model.uri.path
const at = (model: Model, position: monaco.IPosition): number =>
  offsetOf(model.getValue(), position.lineNumber, position.column)
const rangeIn = (text: string, start: number, end: number): monaco.Range =>
  monaco.Range.fromPositions(placeOf(text, start), placeOf(text, end))

const goToCommand = 'rye.goTo'
const fixCommand = 'rye.fix'

const kinds = monaco.languages.CompletionItemKind
const kindOf = {
  id: kinds.Reference,
  name: kinds.Property,
  variable: kinds.Variable,
  key: kinds.Field,
  value: kinds.Value,
}

/** Register providers in Monaco that use the page's knowledge. The editor disposes of them. */
export function registerProviders(knowledge: Knowledge): Registered {
  const lensesChanged = new monaco.Emitter<monaco.languages.CodeLensProvider>()
  const selector = [...languages]
  const registered = [
    lensesChanged,
    monaco.editor.registerCommand(goToCommand, (_, place: SourceRange | undefined) => place && knowledge.goTo(place)),
    monaco.editor.registerCommand(fixCommand, (_, fix: QuickFix) => knowledge.applyFix(fix)),
    monaco.editor.registerLinkOpener(docsLinks),
    monaco.editor.registerEditorOpener(fileOpener(knowledge)),
    monaco.languages.registerHoverProvider(selector, hovers(knowledge)),
    monaco.languages.registerCompletionItemProvider(selector, completions(knowledge)),
    monaco.languages.registerDefinitionProvider(selector, definitions(knowledge)),
    monaco.languages.registerReferenceProvider(selector, references(knowledge)),
    monaco.languages.registerRenameProvider(selector, renames(knowledge)),
    monaco.languages.registerCodeLensProvider(selector, lenses(knowledge, lensesChanged.event)),
    monaco.languages.registerCodeActionProvider(selector, quickFixes(knowledge)),
    monaco.languages.registerDocumentFormattingEditProvider('yaml', yamlFormat),
    // Enter inserts a line break, so Tab accepts the first suggestion.
    monaco.editor.addKeybindingRule({
      keybinding: monaco.KeyCode.Tab,
      command: 'focusAndAcceptSuggestion',
      when: 'suggestWidgetVisible && textInputFocus && !suggestWidgetHasFocusedSuggestion && !editorTabMovesFocus',
    }),
  ]
  return {
    changed: () => lensesChanged.fire({ provideCodeLenses: () => null }),
    dispose() {
      for (const one of registered) one.dispose()
    },
  }
}

/** Opens the documentation links of hovers in the page. */
const docsLinks: monaco.editor.ILinkOpener = {
  open({ fragment }) {
    if (!fragment.startsWith('docs/')) return false
    globalThis.location.hash = fragment
    return true
  },
}

/** Opens other files in the page instead of in Monaco. */
function fileOpener(knowledge: Knowledge): monaco.editor.ICodeEditorOpener {
  return {
    openCodeEditor(_source, resource, selectionOrPosition) {
      const text = knowledge.textOf(resource.path)
      if (text === undefined) return false
      const range = selectionOrPosition && 'startLineNumber' in selectionOrPosition ? selectionOrPosition : undefined
      const start = range ? offsetOf(text, range.startLineNumber, range.startColumn) : 0
      const end = range ? offsetOf(text, range.endLineNumber, range.endColumn) : start
      knowledge.goTo({ path: resource.path, start, end })
      return true
    },
  }
}

function hovers(knowledge: Knowledge): monaco.languages.HoverProvider {
  return {
    provideHover(model, position) {
      const text = model.getValue()
      const hover = knowledge.hover(pathOf(model), text, at(model, position))
      if (!hover) return undefined
      const more = hover.page === undefined ? [] : [{ value: `[Documentation](#docs/${hover.page})` }]
      return { range: rangeIn(text, hover.start, hover.end), contents: [{ value: hover.markdown }, ...more] }
    },
  }
}

function completions(knowledge: Knowledge): monaco.languages.CompletionItemProvider {
  return {
    triggerCharacters: ['/', '"', "'", '{', '$', '_', ' ', ':'],
    provideCompletionItems(model, position) {
      const text = model.getValue()
      const offers = knowledge.suggest(pathOf(model), text, at(model, position))
      const suggestions = offers.map((offer) => ({
        label: { label: offer.label, description: offer.detail },
        kind: kindOf[offer.kind],
        insertText: offer.insert,
        filterText: offer.insert,
        sortText: String(offer.rank).padStart(4, '0'),
        range: rangeIn(text, offer.start, offer.end),
        ...(offer.documentation === undefined ? {} : { documentation: { value: offer.documentation } }),
      }))
      return { suggestions }
    },
  }
}

function definitions(knowledge: Knowledge): monaco.languages.DefinitionProvider {
  return {
    provideDefinition(model, position) {
      const place = knowledge.definition(pathOf(model), model.getValue(), at(model, position))
      return place && [linkTo(knowledge, place)]
    },
  }
}

/**
 * The number of lines that a definition preview shows (Ctrl over an ID). Monaco shortens a longer range by its
 * indentation.
 */
const previewLines = 7

/** A link to a place, with the following lines as the preview. A link to a whole file starts at its first line. */
function linkTo(knowledge: Knowledge, place: SourceRange): monaco.languages.LocationLink {
  const { uri, range } = locationOf(knowledge, place)
  const lines = new monaco.Range(range.startLineNumber, 1, range.startLineNumber + previewLines, 1)
  return { uri, range: lines, targetSelectionRange: range }
}

function references(knowledge: Knowledge): monaco.languages.ReferenceProvider {
  return {
    provideReferences: (model, position) =>
      knowledge
        .references(pathOf(model), model.getValue(), at(model, position))
        .map((place) => locationOf(knowledge, place)),
  }
}

function locationOf(knowledge: Knowledge, place: SourceRange): monaco.languages.Location {
  return {
    uri: monaco.Uri.from({ scheme: 'rye', path: place.path }),
    range: rangeIn(knowledge.textOf(place.path) ?? '', place.start, place.end),
  }
}

function renames(knowledge: Knowledge): monaco.languages.RenameProvider {
  return {
    resolveRenameLocation(model, position) {
      const text = model.getValue()
      const place = knowledge.renamable(pathOf(model), text, at(model, position))
      if (typeof place !== 'string')
        return { range: rangeIn(text, place.start, place.end), text: text.slice(place.start, place.end) }
      const { lineNumber, column } = position
      return { range: new monaco.Range(lineNumber, column, lineNumber, column), text: '', rejectReason: place }
    },
    provideRenameEdits(model, position, newName) {
      const problem = knowledge.rename(pathOf(model), model.getValue(), at(model, position), newName)
      return problem === undefined ? { edits: [] } : { edits: [], rejectReason: problem }
    },
  }
}

function lenses(
  knowledge: Knowledge,
  onDidChange: monaco.IEvent<monaco.languages.CodeLensProvider>,
): monaco.languages.CodeLensProvider {
  return {
    onDidChange,
    provideCodeLenses(model) {
      const text = model.getValue()
      const shown = knowledge.lenses(pathOf(model), text).map(({ at: offset, title, target }) => ({
        range: rangeIn(text, offset, offset),
        command: { id: goToCommand, title, arguments: [target] },
      }))
      return { lenses: shown, dispose: () => undefined }
    },
  }
}

function quickFixes(knowledge: Knowledge): monaco.languages.CodeActionProvider {
  return {
    provideCodeActions(model, _range, context) {
      const codes = new Set(context.markers.map(({ code }) => (typeof code === 'string' ? code : code?.value)))
      const actions = knowledge
        .fixes(pathOf(model))
        .filter((fix) => codes.has(fix.code))
        .map((fix) => ({
          title: fix.title,
          kind: 'quickfix',
          isPreferred: true,
          diagnostics: context.markers.filter(({ code }) => code === fix.code),
          command: { id: fixCommand, title: fix.title, arguments: [fix] },
        }))
      return { actions, dispose: () => undefined }
    },
  }
}

const yamlFormat: monaco.languages.DocumentFormattingEditProvider = {
  displayName: 'Rye',
  async provideDocumentFormattingEdits(model) {
    const { formatYaml } = await import('./format-yaml.ts')
    const made = formatYaml(model.getValue())
    return 'text' in made ? [{ range: model.getFullModelRange(), text: made.text }] : []
  },
}
