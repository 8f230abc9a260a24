import type { Value } from '../read/value/value.ts'

/** The key path to a part of a graph document. */
export type DocumentPath = readonly Value[]

/** An error or a warning about a graph before it runs (R16.8), with its place in the document. */
export type GraphFinding = GraphError | GraphWarning

export type GraphError =
  | { readonly kind: 'malformed'; readonly node: string | null; readonly problem: string; readonly at: DocumentPath }
  | { readonly kind: 'no-permissions' | 'no-start' | 'bad-on-error'; readonly at: DocumentPath; readonly value: Value }
  | { readonly kind: 'unknown-start'; readonly target: Value; readonly at: DocumentPath }
  | {
      readonly kind: 'unknown-next' | 'unknown-on-error'
      readonly node: string
      readonly target: string
      readonly at: DocumentPath
    }
  | {
      readonly kind: 'foreach-without-over' | 'foreach-without-action' | 'async-foreach' | 'missing-action'
      readonly node: string
      readonly at: DocumentPath
    }

export type GraphWarning =
  | { readonly kind: 'unreachable'; readonly node: string; readonly at: DocumentPath }
  | { readonly kind: 'never-assigned' | 'never-read'; readonly key: string; readonly at: DocumentPath }

/** The result of `checkGraph`. */
export interface GraphCheck {
  readonly errors: readonly GraphError[]
  readonly warnings: readonly GraphWarning[]
}
