import { isReadOnly } from '../files/places.ts'
import type { monaco } from './monaco.ts'

/**
 * Let an editor inside of the page's, as in the list of references, take typing only where the page would keep it. It takes its options
 * from the editor around it, which may show a file of another kind.
 */
export function keepReadOnly(editor: monaco.editor.ICodeEditor): void {
  editor.onDidChangeModel(({ newModelUrl }) => {
    if (newModelUrl) editor.updateOptions({ readOnly: isReadOnly(newModelUrl.path) })
  })
}
