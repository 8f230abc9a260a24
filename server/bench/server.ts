import type { Figure, Section } from './figures.ts'
import { measureRuns, type RunFigure } from './runs.ts'

/**
 * Real runs: their overhead compared with the same command in a hand-made sandbox, the runs per second, and the memory
 * of a waiting run. Prints the reason and returns undefined if that fails, for example without a full sandbox.
 */
export async function measureServer(): Promise<Section | undefined> {
  try {
    return { title: 'Server', figures: (await measureRuns()).map(withBar) }
  } catch (fault) {
    console.error(`Server figures are left out: ${fault instanceof Error ? fault.message : String(fault)}`)
    return undefined
  }
}

function withBar({ what, figure, unit }: RunFigure): Figure {
  const isOverhead = unit === '%'
  const how =
    unit === 'runs/s'
      ? 'requests to the app with 10 files each, from the upload to the last event, each client one after the other'
      : unit === 'KiB'
        ? 'heap and buffers of 500 runs in the queue'
        : 'median of 60 runs each, in turns: materialised, sandboxed, run, changes collected'
  return { what, value: figure, unit, how, ...(isOverhead ? { bar: 15 } : {}) }
}
