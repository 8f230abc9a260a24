import { isReadOnly } from '../files/places.ts'
import type { monaco } from './monaco.ts'

/**
 * Make an embedded editor, such as in the list of references, read-only for read-only files. An embedded editor
 * inherits the options of the outer editor, which can show an editable file.
 */
export function keepReadOnly(editor: monaco.editor.ICodeEditor): void {
  editor.onDidChangeModel(({ newModelUrl }) => {
    if (newModelUrl) editor.updateOptions({ readOnly: isReadOnly(newModelUrl.path) })
  })
}
