import { visible } from '../text/visible.ts'
import { describeSnapshotProblem, type SnapshotProblem } from '../workspace/snapshot/snapshot-problem.ts'

/** Every limit of a link, by name. */
export const shareLimits = {
  /** Characters of a fragment that is looked at: far more than any browser's address bar carries. */
  fragmentLength: 4_000_000,
  /** Bytes of the document a link may unpack to. */
  documentBytes: 8_000_000,
  /** Packed bytes unpacked at once. */
  step: 1_024,
} as const

/** Why a link has no snapshot: a code and its facts. The prose is made in `describeShareProblem` only. */
export type ShareProblem =
  | SnapshotProblem
  | { readonly code: 'not-a-link' }
  | { readonly code: 'future-format'; readonly format: string }
  | { readonly code: 'unknown-base'; readonly base: string }
  | { readonly code: 'link-too-long'; readonly length: number; readonly most: number }
  | { readonly code: 'bad-base64' }
  | { readonly code: 'truncated' }
  | { readonly code: 'damaged' }
  | { readonly code: 'bomb'; readonly most: number }
  | { readonly code: 'bad-utf8' }
  | { readonly code: 'bad-json' }
  | { readonly code: 'unknown-bundle'; readonly id: string; readonly version: string }

/** What is wrong with a link and what to do about it, in one or two sentences. */
export function describeShareProblem(problem: ShareProblem): string {
  switch (problem.code) {
    case 'not-a-link':
      return 'This address holds no shared draft.'
    case 'future-format':
      return `This link has format ${problem.format}, which is newer than this playground. Open it with a newer one.`
    case 'unknown-base':
      return 'This link builds on an example that this playground does not have. It was made by a newer one, or changed on its way.'
    case 'link-too-long':
      return `This link has ${problem.length} characters; at most ${problem.most} are read.`
    case 'bad-base64':
      return 'This link holds characters that do not belong there. Copy it again, whole and without line breaks.'
    case 'truncated':
      return 'The end of this link is missing. Copy it again, whole.'
    case 'damaged':
      return 'This link was changed on its way. Copy it again.'
    case 'bomb':
      return `This link unpacks to more than ${problem.most} bytes and was stopped.`
    case 'bad-utf8':
      return 'This link does not hold text.'
    case 'bad-json':
      return 'This link does not hold a document.'
    case 'unknown-bundle':
      return `This draft stands on the system bundle ${visible(problem.id)} ${visible(problem.version)}, which this playground does not have. It was made by a newer one, or changed on its way.`
    default:
      return describeSnapshotProblem(problem)
  }
}
