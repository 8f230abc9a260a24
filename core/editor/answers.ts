import type { SourceRange } from '../text/source.ts'

/** One suggestion while typing. */
export interface Suggestion {
  readonly label: string
  readonly insert: string
  readonly detail: string
  readonly documentation?: string
  readonly kind: 'id' | 'name' | 'variable' | 'key' | 'value'
  /** The sort order of suggestions, lowest first. */
  readonly rank: number
  readonly start: number
  readonly end: number
}

/** The hover text for a place in a file. */
export interface HoverText {
  readonly start: number
  readonly end: number
  readonly markdown: string
  /** The manual page with more details. */
  readonly page?: string
}

/** A title above an executor line, with a link to a file if there is one. */
export interface LensText {
  readonly at: number
  readonly title: string
  readonly target: SourceRange | undefined
}
