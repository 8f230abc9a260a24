import { monaco } from './monaco.ts'

/** A selection as offsets into the editor's text. An empty range is the cursor. */
export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The selection in the full editor; undefined if the editor does not show the file. */
export function selectionIn(path: string): Selected | undefined {
  for (const editor of monaco.editor.getEditors()) {
    const [model, range] = [editor.getModel(), editor.getSelection()]
    if (model?.uri.path !== path || !range) continue
    const text = model.getValue()
    return {
      text,
      start: model.getOffsetAt(range.getStartPosition()),
      end: model.getOffsetAt(range.getEndPosition()),
    }
  }
  return undefined
}
