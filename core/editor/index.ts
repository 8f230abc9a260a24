// Exports of this folder, imported as `#core/editor`.
export type { HoverText, LensText, Suggestion } from './answers.ts'
export { EditorKnowledge, withReplaced, type EditorRename } from './editor.ts'
export { executorLines, type Known } from './ids.ts'
export { chainLens } from './knowledge.ts'
export { renameItem, renameProblem } from './rename.ts'
export { outlineOf, type OutlineEntry } from './symbols.ts'
export { templateTokens } from './templates.ts'
