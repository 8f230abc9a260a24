// What the rest of the product may import of this folder, as `#core/share`.
export { isLink, parseLink, type Link } from './link.ts'
export { decodeShare, encodeShare, packShare, readSharedDocument, shareProblemOf } from './share.ts'
export { describeShareProblem } from './share-problem.ts'
