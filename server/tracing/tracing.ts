import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'

type Facts = Readonly<Record<string, string | number | boolean>>

/** One step of a run on its way from the click to its ending. */
export interface Span {
  /** What all steps of one way have in common: `trace_id` in the log. */
  readonly traceId: string
  /** This step as the parent of those that follow it, wherever they are taken (W3C Trace Context). */
  readonly traceparent: string
  /** It is over; a problem says that it went wrong. */
  end(facts?: Facts, problem?: string): void
}

/** Follows runs through servers and workers. */
export interface Tracing {
  /** Begin a step after its parent; where that is none, a trace begins. `agoMs` for a step that began earlier. */
  begin(name: string, parent: string | undefined, facts?: Facts, agoMs?: number): Span
  /** Send what was not sent yet, as far as the collector accepts it. */
  close(): Promise<void>
}

/** Whose steps are sent, and where it says that they are not taken. */
export interface TracedProcess {
  readonly role: 'server' | 'worker'
  readonly version: string
  readonly log: Logger
}

/** What a `traceparent` names; undefined where it is none. */
export function readParent(
  text: string | undefined,
): { readonly traceId: string; readonly spanId: string } | undefined {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text ?? '') ?? []
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : undefined
}

/** The id that everything after a parent is logged under; of a message without one there is none. */
export function traceIdOf(parent: string | undefined): string | undefined {
  return readParent(parent)?.traceId
}

/** Steps have ids, so that the logs of servers and workers can be read together, and are not sent anywhere. */
export const onlyIds: Tracing = {
  begin(_name, parent) {
    const traceId = readParent(parent)?.traceId ?? randomBytes(16).toString('hex')
    return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`, end: () => {} }
  },
  close: () => Promise.resolve(),
}
