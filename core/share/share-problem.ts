import { visible } from '../text/visible.ts'
import { describeSnapshotProblem, type SnapshotProblem } from '../workspace/snapshot/snapshot-problem.ts'

/** All limits of share links, by name. */
export const shareLimits = {
  /** Characters of a link's fragment, far more than any browser's address bar allows. */
  fragmentLength: 4_000_000,
  /** Bytes of a link's unpacked document. */
  documentBytes: 8_000_000,
  /** Compressed bytes of a link that are unpacked at a time. */
  step: 1_024,
} as const

/** The reason why a link does not contain a snapshot: a code and its facts, for `describeShareProblem`. */
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

/** The problem of a link and the next action, in one or two sentences. */
export function describeShareProblem(problem: ShareProblem): string {
  switch (problem.code) {
    case 'not-a-link':
      return 'This address does not contain a shared draft. Copy the whole link again.'
    case 'future-format':
      return `This link has format ${problem.format}, which is newer than this playground. Open it with a newer playground.`
    case 'unknown-base':
      return 'This link uses an example that this playground does not have. Open the link with a newer playground, or copy the link again.'
    case 'link-too-long':
      return `This link has ${problem.length} characters; the limit is ${problem.most}. Ask its author for a smaller draft.`
    case 'bad-base64':
      return 'This link contains invalid characters. Copy the whole link again, without line breaks.'
    case 'truncated':
      return 'The end of this link is missing. Copy the whole link again.'
    case 'damaged':
      return 'This link is damaged. Copy it again.'
    case 'bomb':
      return `This link unpacks to more than ${problem.most} bytes, so it was not opened. Ask its author for a smaller draft.`
    case 'bad-utf8':
      return 'The content of this link is not valid UTF-8. Copy the link again.'
    case 'bad-json':
      return 'The content of this link is not valid JSON. Copy the link again.'
    case 'unknown-bundle':
      return `This draft requires the system bundle ${visible(problem.id)} ${visible(problem.version)}, which this playground does not have. Open it with a newer playground, or copy the link again.`
    default:
      return describeSnapshotProblem(problem)
  }
}
