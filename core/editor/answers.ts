import type { SourceRange } from '../text/source.ts'

/** One suggestion while typing. */
export interface Suggestion {
  readonly label: string
  readonly insert: string
  readonly detail: string
  readonly documentation?: string
  readonly kind: 'id' | 'name' | 'variable' | 'key' | 'value'
  /** Offers come in this order. */
  readonly rank: number
  readonly start: number
  readonly end: number
}

/** The information about a place in a text. */
export interface HoverText {
  readonly start: number
  readonly end: number
  readonly markdown: string
  /** The page of the manual that says more. */
  readonly page?: string
}

/** A line above a line: where an executor leads, and a way to go there. */
export interface LensText {
  readonly at: number
  readonly title: string
  readonly target: SourceRange | undefined
}
