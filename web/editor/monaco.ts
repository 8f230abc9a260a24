import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/caretOperations/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codeAction/register'
import 'monaco-editor/features/codelens/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/comment/register'
import 'monaco-editor/features/contextmenu/register'
import 'monaco-editor/features/cursorUndo/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/folding/register'
import 'monaco-editor/features/format/register'
import 'monaco-editor/features/gotoError/register'
import 'monaco-editor/features/gotoSymbol/register'
import 'monaco-editor/features/hover/register'
import 'monaco-editor/features/indentation/register'
import 'monaco-editor/features/lineSelection/register'
import 'monaco-editor/features/linesOperations/register'
import 'monaco-editor/features/multicursor/register'
import 'monaco-editor/features/readOnlyMessage/register'
import 'monaco-editor/features/rename/register'
import 'monaco-editor/features/smartSelect/register'
import 'monaco-editor/features/snippet/register'
import 'monaco-editor/features/suggest/register'
// The other imported features register only a part of their commands, so these modules are also required.
import 'monaco-editor/editor/contrib/gotoSymbol/browser/goToCommands'
import 'monaco-editor/editor/contrib/suggest/browser/suggestController'
import 'monaco-editor/editor/standalone/browser/referenceSearch/standaloneReferenceSearch'
import 'monaco-editor/features/toggleTabFocusMode/register'
import 'monaco-editor/features/wordHighlighter/register'
import 'monaco-editor/features/wordOperations/register'
import './languages.ts'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'

// Without this function, the built editor would load its worker from a blob, which the page's policy blocks.
self.MonacoEnvironment = { getWorker: () => new EditorWorker() }

/** The languages with features in addition to colors, such as hovers and suggestions. */
export const languages = [
  'python',
  'yaml',
  'javascript',
  'typescript',
  'shell',
  'ini',
  'markdown',
  'plaintext',
] as const

/** The language of a file, by its name. JSON uses the JavaScript colors. */
export function languageOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const known: Readonly<Record<string, string>> = {
    py: 'python',
    yaml: 'yaml',
    yml: 'yaml',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    json: 'javascript',
    ts: 'typescript',
    sh: 'shell',
    bash: 'shell',
    toml: 'ini',
    env: 'shell',
    md: 'markdown',
  }
  return Object.hasOwn(known, extension) ? (known[extension] ?? 'plaintext') : 'plaintext'
}

export { monaco }
