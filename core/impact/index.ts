// Exports of this folder, imported as `#core/impact`.
export { UseIndex, type User, type Users, type UseTarget } from './use-index.ts'
export { useKinds } from './uses.ts'
export { aspects, firstDifference, type Cause } from './compare.ts'
export { similarIds, type Hypothesis } from './changes.ts'
export { WhatIf, type AffectedItem, type Impact } from './what-if.ts'
export { migrate, type MigratedItem, type Migration } from './migrate.ts'
export { migrationParts } from './migrate-file.ts'
