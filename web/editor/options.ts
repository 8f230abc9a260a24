import type { monaco } from './monaco.ts'

/** Options that turn on or off automatic closing of brackets, quotes and comments, and surrounding of the selection. */
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

/** Options that wrap lines in a narrow editor. Otherwise a jump would scroll the start of all lines out of view. */
export function fittingOptions(narrow: boolean): monaco.editor.IEditorOptions {
  return {
    wordWrap: narrow ? 'on' : 'off',
    wrappingIndent: 'indent',
    folding: !narrow,
    lineNumbersMinChars: narrow ? 3 : 5,
  }
}
