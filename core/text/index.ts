// Exports of this folder, imported as `#core/text`.
export { extensionOf, nameOf, parentOf } from './path.ts'
export { counted } from './counted.ts'
export { nearest } from './near.ts'
export { pointerTo } from './pointer.ts'
export { type SourceRange } from './source.ts'
export { commandLine, npxCommand, shellWord } from './shell-word.ts'
export { visible, visibleBut } from './visible.ts'
