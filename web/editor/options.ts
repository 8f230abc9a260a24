import type { monaco } from './monaco.ts'

/** Whether Monaco closes brackets, quotes and comments, and puts them around what is selected. */
export function closingOptions(on: boolean): monaco.editor.IEditorOptions {
  const closing = on ? 'languageDefined' : 'never'
  return {
    autoClosingBrackets: closing,
    autoClosingQuotes: closing,
    autoClosingComments: closing,
    autoSurround: closing,
  }
}

/** Whether an editor so many pixels wide is one on a phone. */
export function isNarrow(width: number): boolean {
  return width < 520
}

/** On a phone a jump would push the beginnings of all lines out of sight, so they wrap there. */
export function fittingOptions(narrow: boolean): monaco.editor.IEditorOptions {
  return {
    wordWrap: narrow ? 'on' : 'off',
    wrappingIndent: 'indent',
    folding: !narrow,
    lineNumbersMinChars: narrow ? 3 : 5,
  }
}
