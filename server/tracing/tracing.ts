import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'

type Facts = Readonly<Record<string, string | number | boolean>>

/** One step of a run, from its click to its ending. */
export interface Span {
  /** The ID that all steps of one run share; `trace_id` in the log. */
  readonly traceId: string
  /** This step as the parent of later ones, in any process (W3C Trace Context). */
  readonly traceparent: string
  /** End the step; a problem marks it as failed. */
  end(facts?: Facts, problem?: string): void
}

/** Follows runs through servers and workers. */
export interface Tracing {
  /**
   * Start a step after its parent, or a new trace without a parent. `agoMs` is the age of a step that started earlier.
   */
  begin(name: string, parent: string | undefined, facts?: Facts, agoMs?: number): Span
  /** Send the remaining steps, if the collector accepts them. */
  close(): Promise<void>
}

/** The process that sends the steps, with its log for steps that the collector refuses. */
export interface TracedProcess {
  readonly role: 'server' | 'worker'
  readonly version: string
  readonly log: Logger
}

/** The IDs of a `traceparent`; undefined if it is invalid. */
export function readParent(
  text: string | undefined,
): { readonly traceId: string; readonly spanId: string } | undefined {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text ?? '') ?? []
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : undefined
}

/** The trace ID of a parent for the log; undefined without a parent. */
export function traceIdOf(parent: string | undefined): string | undefined {
  return readParent(parent)?.traceId
}

/** Gives steps IDs for the logs of servers and workers, but does not send the steps. */
export const onlyIds: Tracing = {
  begin(_name, parent) {
    const traceId = readParent(parent)?.traceId ?? randomBytes(16).toString('hex')
    return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`, end: () => {} }
  },
  close: () => Promise.resolve(),
}
