import { quantile, type Figure, type Section } from './figures.ts'
import { figuresOfStory } from './story.ts'

/** Typing latency in each browser engine of this machine; undefined if it cannot be measured here. */
export async function measureKeyPress(): Promise<Section | undefined> {
  const figures = await figuresOfStory('e2e/key-press.bench.ts', 'playwright.bench.config.ts')
  if (!figures) return undefined
  const how = '60 keys typed into the version of a tool, from the press to the frame that shows it in the chain'
  const rows = Object.entries(figures).flatMap(([name, times]): Figure[] => {
    const samples = Array.isArray(times) ? times.map(Number) : []
    const row = (what: string, value: number): Figure => ({ what: `${name}, ${what}`, value, unit: 'ms', how })
    return [{ ...row('p95', quantile(samples, 0.95)), bar: 32 }, row('median', quantile(samples, 0.5))]
  })
  return { title: 'A key press in a draft of 1,000 tools', figures: rows }
}
