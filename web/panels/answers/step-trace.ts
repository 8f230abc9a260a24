import { positionOf, traceRows } from '../../analysis/trace-steps.ts'
import type { Playground } from '../../state/playground.svelte.ts'

/** Move forward or back by a number of steps through the listed trace events. */
export function stepTrace({ session, view }: Playground, by: number): void {
  const rows = traceRows(session.analysis?.trace ?? [], view.traceFilter)
  const to = Math.max(0, Math.min(rows.length - 1, positionOf(rows, view.traceStep) + by))
  view.traceStep = rows[to]?.index ?? 0
}
