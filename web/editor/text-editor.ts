import type { DiagnosticEntry } from '#core/answer'
import { LineEnds } from './line-ends.ts'
import { lentModels } from './lent-models.ts'
import { languageOf, monaco } from './monaco.ts'
import { closingOptions, fittingOptions, isNarrow } from './options.ts'
import { registerProviders, type Knowledge, type Registered } from './providers.ts'
import { keepReadOnly } from './read-only.ts'
import { placeOf, replacementBetween } from './text.ts'
import { applyTheme } from './theme.ts'

/** Options for a new editor. Setting them at creation avoids a later update. */
export interface EditorStart {
  readonly closing: boolean
  readonly readOnly: boolean
}

export interface EditorEvents {
  typed(path: string, text: string): void
  /** Called when the effect of Tab changes: whether Tab leaves the editor. */
  tabLeaves(leaves: boolean): void
}

type Model = monaco.editor.ITextModel
type ViewState = monaco.editor.ICodeEditorViewState | null

interface Marked {
  readonly markers: string
  /** The last line with a marker; 0 without markers. */
  readonly lastLine: number
}

/** A Monaco editor in one element. It has a model per shown file and the engine's markers, but no state of the page. */
export class TextEditor {
  readonly #editor: monaco.editor.IStandaloneCodeEditor
  readonly #events: EditorEvents
  readonly #views = new Map<string, ViewState>()
  readonly #marked = new WeakMap<Model, Marked>()
  /** The line endings of models with mixed line endings, which Monaco would change. */
  readonly #ends = new WeakMap<Model, LineEnds>()
  readonly #listening: monaco.IDisposable[] = []
  #providers: Registered | undefined
  #knowledge: Knowledge | undefined
  #kept: readonly string[] = []
  #external = false
  readonly #set: { closing: boolean; narrow: boolean; tabLeaves: boolean }

  constructor(element: HTMLElement, events: EditorEvents, { closing, readOnly }: EditorStart) {
    this.#events = events
    const narrow = isNarrow(element.clientWidth)
    this.#set = { closing, narrow, tabLeaves: true }
    const options: monaco.editor.IStandaloneEditorConstructionOptions = {
      ...closingOptions(closing),
      ...fittingOptions(narrow),
      readOnly,
      tabFocusMode: true,
      ariaLabel: 'Editor. Press Escape, then Tab to leave.',
      automaticLayout: true,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
      fontSize: 13,
      lineHeight: 20,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      renderLineHighlight: 'line',
      overviewRulerBorder: false,
      renderFinalNewline: 'on',
      padding: { top: 8, bottom: 8 },
      quickSuggestions: { other: true, strings: true, comments: false },
      wordBasedSuggestions: 'off',
      // Do not replace typed text: in a list that opens automatically, Enter accepts only an entry that the user has
      // selected.
      suggest: { selectionMode: 'never' },
      acceptSuggestionOnEnter: 'smart',
      fixedOverflowWidgets: true,
      readOnlyMessage: {
        value: 'System files are read-only. Choose “Copy to project” to edit a copy that overrides this file.',
      },
      model: null,
    }
    // This call must be the first use of Monaco, because only the first use sets the services.
    this.#editor = monaco.editor.create(element, options, { textModelService: lentModels })
    applyTheme()
    this.#listening.push(
      this.#editor.onKeyDown((event) => this.#key(event)),
      monaco.editor.onDidCreateEditor(keepReadOnly),
      this.#editor.onDidBlurEditorText(() => {
        this.#tabLeaves(true)
        // On blur, Monaco cancels its pending request for lenses. Request them again afterwards.
        queueMicrotask(() => this.refresh())
      }),
      this.#editor.onMouseDown(() => this.#tabLeaves(false)),
      this.#editor.onDidLayoutChange(({ width }) => this.#fit(isNarrow(width))),
    )
    const themes = new MutationObserver(applyTheme)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    this.#listening.push({ dispose: () => themes.disconnect() })
    lentModels.lender = {
      lend: (path) => {
        const text = this.#knowledge?.textOf(path)
        return text === undefined ? undefined : this.#model(path, text)
      },
      returned: () => this.#drop(),
    }
    events.tabLeaves(true)
  }

  /** Set the knowledge for suggestions, hovers and links. */
  learn(knowledge: Knowledge): void {
    this.#knowledge = knowledge
    this.#providers = registerProviders(knowledge)
  }

  /** Show a file. If its text differs from the model, update the model without losing the cursor position. */
  show(path: string, text: string, readOnly: boolean): void {
    const model = this.#model(path, text)
    const now = this.#editor.getModel()
    if (now !== model) {
      if (now) this.#views.set(now.uri.path, this.#editor.saveViewState())
      this.#editor.setModel(model)
      this.#editor.restoreViewState(this.#views.get(model.uri.path) ?? null)
    }
    // This method runs at each key press, and Monaco processes all options for each update. Update only if the option
    // changes.
    if (this.#editor.getOption(monaco.editor.EditorOption.readOnly) !== readOnly)
      this.#editor.updateOptions({ readOnly })
  }

  /**
   * Turn on or off automatic closing of brackets, quotes and comments, and surrounding of the selection. Monaco leaves
   * an extra closing character in some cases: if it parses a string as code, if a quote follows a backslash, if the
   * user presses Enter before typing the closing character, or if a docstring replaces the whole text.
   */
  setClosing(on: boolean): void {
    if (this.#set.closing === on) return
    this.#set.closing = on
    this.#editor.updateOptions(closingOptions(on))
  }

  /** Close the shown file. */
  clear(): void {
    this.#editor.setModel(null)
  }

  /** Close every file that is not in the list. The undo stack and cursor position of a closed file are lost. */
  keepOnly(paths: readonly string[]): void {
    this.#kept = paths
    const shown = this.#editor.getModel()
    // Setting no model also closes the peek views of the closed file.
    if (shown && !paths.includes(shown.uri.path)) this.#editor.setModel(null)
    this.#drop()
  }

  /** Mark the text ranges of the engine's findings. */
  mark(diagnostics: readonly DiagnosticEntry[]): void {
    const severities = {
      error: monaco.MarkerSeverity.Error,
      warning: monaco.MarkerSeverity.Warning,
      hint: monaco.MarkerSeverity.Hint,
    }
    for (const model of monaco.editor.getModels()) {
      const markers = diagnostics.flatMap(({ at, severity, message, hint, code }): monaco.editor.IMarkerData[] => {
        if (at?.path !== model.uri.path) return []
        return [
          {
            startLineNumber: at.from.line,
            startColumn: at.from.column,
            endLineNumber: at.to.line,
            endColumn: at.to.column,
            severity: severities[severity],
            message: hint ? `${message}\n${hint}` : message,
            code,
            source: 'rye',
          },
        ]
      })
      this.#setMarkers(model, markers)
    }
  }

  // Set markers only if they changed, because Monaco would otherwise render the whole editor again in the frame of a
  // key press.
  #setMarkers(model: Model, markers: monaco.editor.IMarkerData[]): void {
    const marked = {
      markers: JSON.stringify(markers),
      lastLine: Math.max(0, ...markers.map((one) => one.endLineNumber)),
    }
    if (this.#marked.get(model)?.markers === marked.markers) return
    monaco.editor.setModelMarkers(model, 'rye', markers)
    this.#marked.set(model, marked)
  }

  /** Drop the recorded markers after an edit of their lines, because Monaco moves markers with the text. */
  #moved(model: Model, changes: readonly monaco.editor.IModelContentChange[]): void {
    const lastLine = this.#marked.get(model)?.lastLine ?? 0
    if (changes.some(({ range }) => range.startLineNumber <= lastLine)) this.#marked.delete(model)
  }

  /** Refresh the lenses above lines. */
  refresh(): void {
    this.#providers?.changed()
  }

  /** Select a range of the shown file and scroll it into view. */
  reveal(start: number, end: number, focus: boolean): void {
    const model = this.#editor.getModel()
    if (!model) return
    const text = model.getValue()
    const range = monaco.Range.fromPositions(placeOf(text, start), placeOf(text, end))
    this.#editor.setSelection(range)
    this.#editor.revealRangeInCenterIfOutsideViewport(range)
    if (focus) this.#editor.focus()
  }

  /** Move the focus into the text. */
  focus(): void {
    this.#tabLeaves(false)
    this.#editor.focus()
  }

  dispose(): void {
    this.#providers?.dispose()
    for (const one of this.#listening) one.dispose()
    this.keepOnly([])
    lentModels.lender = undefined
    this.#editor.dispose()
  }

  #model(path: string, text: string): Model {
    const uri = monaco.Uri.from({ scheme: 'rye', path })
    const known = monaco.editor.getModel(uri)
    if (!known) {
      const model = monaco.editor.createModel(text, languageOf(path), uri)
      model.updateOptions({ tabSize: languageOf(path) === 'python' ? 4 : 2, insertSpaces: true })
      this.#noteEnds(model, text)
      model.onDidChangeContent(({ changes }) => {
        this.#moved(model, changes)
        this.#ends.get(model)?.change(changes, model.getAlternativeVersionId())
        if (!this.#external) this.#events.typed(path, this.#textOf(model))
      })
      return model
    }
    if (this.#textOf(known) !== text) {
      const wanted = text.replace(/\r\n?|\n/g, known.getEOL())
      const { start, end, text: inserted } = replacementBetween(known.getValue(), wanted)
      const range = monaco.Range.fromPositions(known.getPositionAt(start), known.getPositionAt(end))
      this.#external = true
      known.pushEditOperations(null, [{ range, text: inserted }], () => null)
      this.#external = false
      this.#noteEnds(known, text)
    }
    return known
  }

  #noteEnds(model: Model, text: string): void {
    const ends = LineEnds.of(text, model.getEOL(), model.getAlternativeVersionId())
    if (ends) this.#ends.set(model, ends)
    else this.#ends.delete(model)
  }

  #textOf(model: Model): string {
    return this.#ends.get(model)?.join(model.getLinesContent()) ?? model.getValue()
  }

  /** Dispose of models that are closed and not in use by Monaco. */
  #drop(): void {
    for (const model of monaco.editor.getModels()) {
      const { path } = model.uri
      if (this.#kept.includes(path) || lentModels.isLent(path)) continue
      this.#views.delete(path)
      model.dispose()
    }
  }

  #fit(narrow: boolean): void {
    if (this.#set.narrow === narrow) return
    this.#set.narrow = narrow
    this.#editor.updateOptions(fittingOptions(narrow))
  }

  // WCAG 2.1.2: Tab inserts text, so users need another way to leave the editor. Tab leaves the editor until another
  // key starts editing. After Escape, Tab leaves the editor again.
  #key(event: monaco.IKeyboardEvent): void {
    if (event.keyCode === monaco.KeyCode.Escape) this.#tabLeaves(true)
    else if (event.keyCode !== monaco.KeyCode.Tab && event.keyCode !== monaco.KeyCode.Shift) this.#tabLeaves(false)
  }

  #tabLeaves(leaves: boolean): void {
    if (this.#set.tabLeaves === leaves) return
    this.#set.tabLeaves = leaves
    this.#editor.updateOptions({ tabFocusMode: leaves })
    this.#events.tabLeaves(leaves)
  }
}
