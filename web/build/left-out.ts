import type { Plugin } from 'vite'

/**
 * Modules of Monaco that are imported but never used here: the diff editor, the command palette, GPU rendering,
 * tree-sitter, hints and colors in hovers, and the select box. With the modules that only they import, they make up an
 * eighth of the editor. A browser would compile all of them before it renders the text.
 */
export const leftOut: readonly string[] = [
  'base/browser/ui/selectBox/selectBoxCustom',
  'editor/browser/gpu/viewGpuContext',
  'editor/browser/viewParts/rulersGpu/rulersGpu',
  'editor/browser/viewParts/viewLinesGpu/viewLinesGpu',
  'editor/browser/widget/diffEditor/diffEditorWidget',
  'editor/browser/widget/multiDiffEditor/multiDiffEditorWidget',
  'editor/common/diff/linesDiffComputers',
  'editor/common/model/tokens/treeSitter/treeSitterSyntaxTokenBackend',
  'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPickerParticipant',
  'editor/contrib/inlayHints/browser/inlayHintsHover',
  'editor/contrib/inlineCompletions/browser/hintsWidget/inlineCompletionsHintsWidget',
  'editor/standalone/browser/quickInput/standaloneQuickInputService',
]

/** The name of a Monaco module as in {@link leftOut}; undefined for any other module. */
function nameInMonaco(id: string): string | undefined {
  return /\/monaco-editor\/esm\/vs\/(.+)\.js$/.exec(id)?.[1]
}

/**
 * Build the editor without {@link leftOut}. An empty class replaces each export of such a module, so other modules can
 * still name, extend and instantiate it. The build fails if a version of Monaco no longer contains such a module.
 */
export function leaveOut(): Plugin {
  const missing = new Set(leftOut)
  return {
    name: 'rye-editor-left-out',
    apply: 'build',
    transform(code, id) {
      const name = nameInMonaco(id)
      if (name === undefined || !leftOut.includes(name)) return undefined
      missing.delete(name)
      return { code: emptied(code), map: null }
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`the editor has no module ${[...missing].join(', ')}`)
    },
  }
}

/** A module that exports the same names as empty classes. */
export function emptied(code: string): string {
  const names = [...code.matchAll(/^export \{([^}]*)\};?$/gm)].flatMap(([, list = '']) => list.split(','))
  const exported = names.map((name) => name.trim()).filter((name) => name !== '')
  return `class LeftOut {}\nexport { ${exported.map((name) => `LeftOut as ${name}`).join(', ')} }\n`
}
