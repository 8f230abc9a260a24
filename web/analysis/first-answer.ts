import { firstExample, openExample } from '../files/examples.ts'
import { Engine, handle } from './engine.ts'
import type { Foretold } from './messages.ts'

/**
 * What the engine's worker answers a page that opens on the first example. Made when the page is built (`vite-first-answer.ts`), and
 * while this module loads: afterwards the build loads no more parts of the engine.
 */
export const answer = await firstAnswer()

async function firstAnswer(): Promise<Foretold> {
  const snapshot = await openExample(firstExample)
  if (!snapshot) throw new Error(`there is no example ${firstExample}`)
  const answer = await handle(new Engine(), { kind: 'open', run: 1, snapshot, without: [] }, () => 0)
  if (answer.kind !== 'analysis') throw new Error(answer.kind === 'fault' ? answer.problem : 'no analysis')
  return { analysis: answer.analysis, items: answer.items }
}
