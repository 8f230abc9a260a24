import type { HoverText, LensText, SourceRange, Suggestion } from '#core'
import { languages, monaco } from './monaco.ts'
import { offsetOf, placeOf } from './text.ts'

/** An edit that would end a problem. */
export interface QuickFix {
  readonly title: string
  readonly code: string
  apply(): void
}

/** What the page knows of a file at this moment; the editor asks and shows. */
export interface Knowledge {
  hover(path: string, text: string, offset: number): HoverText | undefined
  suggest(path: string, text: string, offset: number): readonly Suggestion[]
  definition(path: string, text: string, offset: number): SourceRange | undefined
  references(path: string, text: string, offset: number): readonly SourceRange[]
  lenses(path: string, text: string): readonly LensText[]
  fixes(path: string): readonly QuickFix[]
  applyFix(fix: QuickFix): void
  textOf(path: string): string | undefined
  /** The item id that can be renamed at an offset, or why there is none. */
  renamable(path: string, text: string, offset: number): SourceRange | string
  /** Rename it in the draft; gives why that cannot be done. */
  rename(path: string, text: string, offset: number, to: string): string | undefined
  goTo(place: SourceRange): void
}

/** The providers of one editor: say when the knowledge changed, and end them with it. */
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

/** Teach Monaco what the page knows; all of it ends when the editor does. */
export function registerProviders(knowledge: Knowledge): Registered {
  const lensesChanged = new monaco.Emitter<monaco.languages.CodeLensProvider>()
  const selector = [...languages]
  const location = (place: SourceRange): monaco.languages.Location => ({
    uri: monaco.Uri.from({ scheme: 'rye', path: place.path }),
    range: rangeIn(knowledge.textOf(place.path) ?? '', place.start, place.end),
  })
  const kinds = monaco.languages.CompletionItemKind
  const kindOf = {
    id: kinds.Reference,
    name: kinds.Property,
    variable: kinds.Variable,
    key: kinds.Field,
    value: kinds.Value,
  }
  const registered = [
    lensesChanged,
    monaco.editor.registerCommand(goToCommand, (_, place: SourceRange | undefined) => place && knowledge.goTo(place)),
    monaco.editor.registerCommand(fixCommand, (_, fix: QuickFix) => knowledge.applyFix(fix)),
    // A link of a hover to a page of the documentation is followed in the page itself.
    monaco.editor.registerLinkOpener({
      open({ fragment }) {
        if (!fragment.startsWith('docs/')) return false
        globalThis.location.hash = fragment
        return true
      },
    }),
    monaco.languages.registerHoverProvider(selector, {
      provideHover(model, position) {
        const text = model.getValue()
        const hover = knowledge.hover(pathOf(model), text, at(model, position))
        if (!hover) return undefined
        const more = hover.page === undefined ? [] : [{ value: `[Documentation](#docs/${hover.page})` }]
        return { range: rangeIn(text, hover.start, hover.end), contents: [{ value: hover.markdown }, ...more] }
      },
    }),
    monaco.languages.registerCompletionItemProvider(selector, {
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
    }),
    monaco.languages.registerDefinitionProvider(selector, {
      provideDefinition(model, position) {
        const place = knowledge.definition(pathOf(model), model.getValue(), at(model, position))
        return place && location(place)
      },
    }),
    monaco.languages.registerReferenceProvider(selector, {
      provideReferences: (model, position) =>
        knowledge.references(pathOf(model), model.getValue(), at(model, position)).map(location),
    }),
    monaco.languages.registerRenameProvider(selector, {
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
    }),
    monaco.languages.registerCodeLensProvider(selector, {
      onDidChange: lensesChanged.event,
      provideCodeLenses(model) {
        const text = model.getValue()
        const lenses = knowledge.lenses(pathOf(model), text).map(({ at: offset, title, target }) => ({
          range: rangeIn(text, offset, offset),
          command: { id: goToCommand, title, arguments: [target] },
        }))
        return { lenses, dispose: () => undefined }
      },
    }),
    monaco.languages.registerCodeActionProvider(selector, {
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
    }),
    monaco.languages.registerDocumentFormattingEditProvider('yaml', {
      displayName: 'Rye',
      async provideDocumentFormattingEdits(model) {
        const { formatYaml } = await import('./format-yaml.ts')
        const made = formatYaml(model.getValue())
        return 'text' in made ? [{ range: model.getFullModelRange(), text: made.text }] : []
      },
    }),
    // Enter is left to the text, so Tab takes the first offer.
    monaco.editor.addKeybindingRule({
      keybinding: monaco.KeyCode.Tab,
      command: 'focusAndAcceptSuggestion',
      when: 'suggestWidgetVisible && textInputFocus && !suggestWidgetHasFocusedSuggestion && !editorTabMovesFocus',
    }),
    monaco.editor.registerEditorOpener({
      openCodeEditor(_source, resource, selectionOrPosition) {
        const text = knowledge.textOf(resource.path)
        if (text === undefined) return false
        const range = selectionOrPosition && 'startLineNumber' in selectionOrPosition ? selectionOrPosition : undefined
        const start = range ? offsetOf(text, range.startLineNumber, range.startColumn) : 0
        knowledge.goTo({
          path: resource.path,
          start,
          end: range ? offsetOf(text, range.endLineNumber, range.endColumn) : start,
        })
        return true
      },
    }),
  ]
  return {
    changed: () => lensesChanged.fire({ provideCodeLenses: () => null }),
    dispose() {
      for (const one of registered) one.dispose()
    },
  }
}
