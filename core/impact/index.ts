// Exports of this folder, imported as `#core/impact`.
export { UseIndex } from './use-index.ts'
export type { Hypothesis } from './changes.ts'
export { WhatIf } from './what-if.ts'
