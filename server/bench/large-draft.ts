import type { Figure, Section } from './figures.ts'
import { figuresOfStory } from './story.ts'

/**
 * The delays with a draft of maximum size, in a real Chromium: importing it from a zip, then typing in it. Undefined if
 * they cannot be measured here.
 */
export async function measureLargeDraft(): Promise<Section | undefined> {
  const figures = await figuresOfStory('e2e/large-draft.bench.ts', 'playwright.bench.config.ts')
  if (!figures) return undefined
  const row = (name: string, what: string, unit: string, how: string, bar?: number): Figure => ({
    what,
    value: Number(figures[name]),
    unit,
    how,
    ...(bar === undefined ? {} : { bar }),
  })
  return {
    title: 'A draft of 10,000 tools and 62 MB',
    figures: [
      row('import_ms', 'import of a zip, from the choice to the draft', 'ms', 'unpacked in pieces, with progress'),
      row('import_longest_task', 'longest task of the page while it is imported', 'ms', '0 where none took 50 ms', 50),
      row('engine_p95', 'key press: time of the engine, p95', 'ms', 'as the engine measures it, over 60 presses', 16),
      row('typing_longest_task', 'longest task of the page while typing', 'ms', '0 where none took 50 ms', 50),
      row(
        'bytes_a_tool',
        'memory of page and engine, without the files',
        'B per tool',
        'both heaps, collected until two figures agree',
        6_000,
      ),
      row('bytes_with_copy', 'the same with the copy of the text that the engine has', 'B per tool', 'as above'),
    ],
  }
}
