// Exports of this folder, imported as `#core/share`.
export { isLink, parseLink, type Link } from './link.ts'
export { decodeShare, encodeShare, packShare, readSharedDocument, shareProblemOf, snapshotVersion } from './share.ts'
export { describeShareProblem } from './share-problem.ts'
