// Exports of this folder, imported as `#core/resolve`.
export { primitiveAtEnd } from './chain-end.ts'
export { buildChain, elementValue, type ChainElement } from './chain.ts'
export { findItem, findShadowed, idOf, listItems, placesInReach, type ListedItem } from './resolve.ts'
export { validateClaims } from './validate/chain.ts'
export { validateChain, type PlainElement, type PlainVerdict } from './validate/plain.ts'
export type { Claim } from './validate/claim.ts'
export { validateTool } from './validate/lint.ts'
export { satisfiesVersion } from './validate/version.ts'
