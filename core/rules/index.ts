// Exports of this folder, imported as `#core/rules`.
export { hostProcess, hostRequest, isRequest, type ProcessKind, type RequestKind } from './primitives.ts'
export { dialectNames, dialects, isDialectName, type DialectName } from './dialect.ts'
export { signedKindOf, takesSignature, type SignedKind } from './signing.ts'
export { idProblem } from './item-id.ts'
export { limits } from '../limits.ts'
export { comesBefore, isSystem, type Space } from './space.ts'
export { WorkBudget } from '../work-budget.ts'
