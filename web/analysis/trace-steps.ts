import { traceLine, type Analysis, type TraceLine } from '#core/answer'
import type { SourceRange } from '#core/text'

/** The filters of the trace list: all events, failures and notes, or only failures. */
export const traceFilters = ['all', 'notes', 'failures'] as const
export type TraceFilter = (typeof traceFilters)[number]

type TraceEvent = Analysis['trace'][number]

/** One row of the trace list. `index` counts all events, including hidden events. */
export interface TraceRow {
  readonly event: TraceEvent
  readonly index: number
  readonly line: TraceLine
}

/** The rows of the events that match a filter. */
export function traceRows(trace: readonly TraceEvent[], filter: TraceFilter): readonly TraceRow[] {
  return trace
    .map((event, index) => ({ event, index, line: traceLine(event) }))
    .filter(({ line }) => filter === 'all' || line.tone === 'fail' || (filter === 'notes' && line.tone === 'note'))
}

/**
 * The index of a step's row. If the filter hides the step, the index of the next visible row, or of the last row; -1
 * without rows.
 */
export function positionOf(rows: readonly TraceRow[], index: number): number {
  const at = rows.findIndex((row) => row.index >= index)
  return at < 0 ? rows.length - 1 : at
}

/**
 * The source range that an event is about; the start of the file if the event is about the whole file. Undefined if it
 * is about no file.
 */
export function placeOfEvent(event: TraceEvent, analysis: Analysis): SourceRange | undefined {
  const { chain, provenance } = analysis
  const from = (pointer: string): SourceRange | undefined => provenance[pointer]?.at ?? undefined
  const executorOf = (id: string): SourceRange | undefined =>
    chain.find(({ item_id }) => item_id === id)?.executor_at ?? undefined
  switch (event.step) {
    case 'resolve_failed':
      return chain.at(-1)?.executor_at ?? undefined
    case 'validate_pair':
      return executorOf(event.child)
    case 'check_parameters':
      return { path: '(parameters)', start: 0, end: 0 }
    case 'expand_template': {
      const steps = provenance[event.key]?.steps ?? []
      const step = steps.find(({ pass, placeholder }) => pass === event.pass && placeholder === event.placeholder)
      return step?.at ?? from(event.key)
    }
    case 'resolve_env':
      return event.keys.map((name) => from(`/env/${name}`)).find(Boolean) ?? fileOf(event.contributed_by, chain)
    case 'resolve_interpreter':
      return from(`/env/${event.var}`) ?? fileOf(event.contributed_by, chain)
    case 'resolve_config':
      return wholeFile(event.layers.findLast(({ path }) => path !== null)?.path) ?? fileOf(event.declared_by, chain)
    case 'place_anchor':
      return event.declared_by === null ? undefined : fileOf(event.declared_by, chain)
    case 'check_lockfile':
    case 'resolve':
    case 'read_metadata':
    case 'verify_dependency':
      return wholeFile(event.path)
    case 'verify_integrity':
    case 'call_module':
    case 'cache':
      return fileOf(event.item_id, chain)
    case 'build_plan':
    case 'run':
      return undefined
  }
}

function fileOf(id: string, chain: Analysis['chain']): SourceRange | undefined {
  return wholeFile(chain.find(({ item_id }) => item_id === id)?.path)
}

function wholeFile(path: string | null | undefined): SourceRange | undefined {
  return path ? { path, start: 0, end: 0 } : undefined
}
