import type { monaco } from './monaco.ts'

/** Options that turn automatic closing of brackets, quotes and comments, and surrounding of the selection, on or off. */
export function closingOptions(on: boolean): monaco.editor.IEditorOptions {
  const closing = on ? 'languageDefined' : 'never'
  return {
    autoClosingBrackets: closing,
    autoClosingQuotes: closing,
    autoClosingComments: closing,
    autoSurround: closing,
  }
}

/** Whether an editor is narrow, as on a phone; `width` is in pixels. */
export function isNarrow(width: number): boolean {
  return width < 520
}

/** Wrap lines on a phone. Otherwise a jump would scroll the start of all lines out of view. */
export function fittingOptions(narrow: boolean): monaco.editor.IEditorOptions {
  return {
    wordWrap: narrow ? 'on' : 'off',
    wrappingIndent: 'indent',
    folding: !narrow,
    lineNumbersMinChars: narrow ? 3 : 5,
  }
}
