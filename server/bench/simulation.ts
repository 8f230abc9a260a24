import type { Figure, Section } from './figures.ts'
import { figuresOfStory } from './story.ts'

/** The figures of the simulator's speed story that have a limit or are informative, in milliseconds. */
const rowsOf: Readonly<Record<string, { readonly what: string; readonly bar?: number }>> = {
  javascript_warm: { what: 'JavaScript, from click', bar: 50 },
  javascript_cold: { what: 'JavaScript, first on a new page' },
  python_warm: { what: 'Python, warm', bar: 60 },
  python_tool: { what: 'Python, warm, usual imports, 200 files' },
  python_cached: { what: 'Python, new page, interpreter kept' },
  python_cold: { what: 'Python, first ever' },
  bash_warm: { what: 'bash, warm' },
  stop: { what: 'an endless loop, from Stop to the end of the run', bar: 500 },
}

/**
 * Simulated runs in a real Chromium, measured by the story that checks their limits; undefined if the story cannot run.
 */
export async function measureSimulation(): Promise<Section | undefined> {
  const figures = await figuresOfStory('e2e/simulate/speed.bench.ts', 'playwright.bench.config.ts')
  if (!figures) return undefined
  const how = 'median of 3 rounds in headless Chromium, from the call to the outcome'
  const rows = Object.entries(rowsOf).map(([name, { what, bar }]): Figure => {
    const value = medianOf(figures[name])
    return { what, value, unit: 'ms', how, ...(bar === undefined ? {} : { bar }) }
  })
  const gap = {
    what: 'longest frame gap in any run',
    value: Number(figures['largest_frame_gap']),
    unit: 'ms',
    bar: 100,
    how: 'the longest time the page drew nothing, with interpreters that start for the first time on the same processors',
  }
  const task = {
    what: "longest task of the page's own thread in any run",
    value: Number(figures['longest_task']),
    unit: 'ms',
    how: 'unlike the gap it does not grow with what else the machine does; 0 where none took 50 ms',
  }
  return { title: 'Simulation', figures: [...rows, gap, task] }
}

function medianOf(measure: unknown): number {
  return typeof measure === 'object' && measure !== null && 'median' in measure ? Number(measure.median) : Number.NaN
}
