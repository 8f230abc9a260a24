import type { Figure, Section } from './figures.ts'
import { figuresOfStory } from './story.ts'

/** The time until a first visitor sees the page, in a real Chromium; undefined if it cannot be measured here. */
export async function measureOpening(): Promise<Section | undefined> {
  const figures = await figuresOfStory('e2e/opening.bench.ts', 'playwright.bench.config.ts')
  if (!figures) return undefined
  const how =
    "median of nine visits in contexts of their own to the built page on this machine, by the page's clock; the first chain is drawn into the document while the page is built"
  const row = (name: string, what: string): Figure => ({ what, value: Number(figures[name]), unit: 'ms', how })
  return {
    title: 'Opening',
    figures: [
      row('seen', 'the first chain is seen'),
      row('live', 'the page is live: the chain of its own code is there'),
      row('editor', 'the editor shows the tool'),
    ],
  }
}
