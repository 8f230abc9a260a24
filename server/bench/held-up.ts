import type { Figure, Section } from './figures.ts'
import { figuresOfStory } from './story.ts'

/**
 * Page delays in a real Chromium, during heavy output from a simulated tool and during fast typing; undefined if they
 * cannot be measured here.
 */
export async function measureHeldUp(): Promise<Section | undefined> {
  const figures = await figuresOfStory('e2e/held-up.bench.ts', 'playwright.bench.config.ts')
  if (!figures) return undefined
  const row = (name: string, what: string, how: string, bar?: number): Figure => ({
    what,
    value: Number(figures[name]),
    unit: 'ms',
    how,
    ...(bar === undefined ? {} : { bar }),
  })
  const output = 'a Python tool that prints 50,000 lines, simulated'
  const edits = '200 keys in the full editor, one every 15 ms; 0 where no task took 50 ms'
  return {
    title: 'Responsiveness of the page',
    figures: [
      row('gap', '4.7 MB of output: longest frame gap', `${output} three times with a warm interpreter`, 100),
      row('first_gap', 'the same, with the start of the interpreter', output),
      row('output_task', 'the same: longest task of the page', `${output} four times; 0 where none took 50 ms`),
      row('edits_task', '200 edits: longest task of the page', edits, 50),
      row('edits_gap', '200 edits: longest frame gap', edits),
    ],
  }
}
