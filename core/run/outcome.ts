import type { DiagnosticEntry } from '../answer/analysis.ts'
import { isRequestKind, type ProcessKind, type RequestKind } from '../rules/primitives.ts'
import type { JsonValue } from '../read/value/encode.ts'

/**
 * The outcome of running a plan (R14.2), in the same format from simulator and server. Each ending has its own kind, so
 * that a timeout does not look like a failure of the tool.
 */
export type Outcome = ProcessOutcome | HttpOutcome

export type ProcessEnding =
  | { readonly kind: 'exited'; readonly return_code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out'; readonly after_ms: number }
  | { readonly kind: 'out-of-memory'; readonly limit_bytes: number }
  | { readonly kind: 'output-limit'; readonly limit_bytes: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-started'; readonly reason: string }
  /** The host stopped before the run ended. The output is the part received until then. */
  | { readonly kind: 'worker-lost' }

export interface ProcessOutcome {
  readonly primitive: ProcessKind
  readonly ending: ProcessEnding
  readonly stdout: CapturedText
  readonly stderr: CapturedText
  readonly duration_ms: number
  /** The name of the limit that ended the run, from the limits table; absent for other endings. */
  readonly limit?: string
  /** System calls that the sandbox refused, if the tool's output names them. */
  readonly denied_calls?: readonly string[]
  /** Files that the tool created, changed or deleted, by absolute path; absent if the host does not report them. */
  readonly changes?: readonly FileChange[]
}

/**
 * Output decoded as UTF-8 with replacement (R15.1). Long output loses its middle, and the omitted bytes are counted.
 */
export interface CapturedText {
  readonly text: string
  readonly bytes: number
  readonly omitted_bytes: number
}

export interface FileChange {
  readonly path: string
  readonly change: 'created' | 'modified' | 'deleted'
  /** New content; null for a deletion, or if the content was omitted for the reason in `left_out`. */
  readonly bytes: Uint8Array | null
  readonly left_out?: LeftOut
  /**
   * True if the file is executable. Later nodes of a graph receive the file with this bit, but a draft does not store
   * the bit.
   */
  readonly executable?: true
}

/** The reason why a result does not contain the content of a changed file. */
export type LeftOut =
  /** The file exceeds the named limit. */
  | { readonly kind: 'limit'; readonly limit: string }
  /** The path is not a regular file, for example a link. */
  | { readonly kind: 'no-file' }
  /** The tool removed the read permission. */
  | { readonly kind: 'unreadable' }
  /** The name is not UTF-8. The path shows invalid bytes as `<E9>`. */
  | { readonly kind: 'name' }

export type HttpEnding =
  | { readonly kind: 'responded'; readonly status_code: number }
  | { readonly kind: 'timed-out'; readonly after_ms: number }
  | { readonly kind: 'output-limit'; readonly limit_bytes: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'worker-lost' }

export interface HttpOutcome {
  readonly primitive: RequestKind
  readonly ending: HttpEnding
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON if it parses, otherwise as text. In stream mode, the list of `data:` events (R15.2). */
  readonly body: JsonValue
  readonly attempts: number
  readonly duration_ms: number
  readonly limit?: string
}

/** The outcome of a run that did not begin, because it was canceled or could not start. */
export function emptyOutcome(
  primitive: Outcome['primitive'],
  ending: { readonly kind: 'cancelled' } | { readonly kind: 'not-started'; readonly reason: string },
): Outcome {
  if (isRequestKind(primitive)) return { primitive, ending, headers: {}, body: null, attempts: 0, duration_ms: 0 }
  const nothing = { text: '', bytes: 0, omitted_bytes: 0 }
  return { primitive, ending, stdout: nothing, stderr: nothing, duration_ms: 0 }
}

/** R14.2: the ending of a run. `refused` contains the reason why a call did not run. */
export type Ending =
  ProcessEnding | HttpEnding | { readonly kind: 'refused'; readonly diagnostics: readonly DiagnosticEntry[] }

/** An outcome without the fields that the result already contains. */
export type RunOutput = Omit<ProcessOutcome, 'ending' | 'duration_ms'> | Omit<HttpOutcome, 'ending' | 'duration_ms'>
