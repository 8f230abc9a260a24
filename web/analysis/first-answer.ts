import { firstExample, openExample } from '../files/examples.ts'
import { Engine } from './engine.ts'
import { handle } from './handle.ts'
import type { PrecomputedAnswer } from './messages.ts'

/**
 * The engine's answer for the first example. `web/build/first-answer.ts` imports it during the build. It is computed
 * while this module loads, because the build cannot load more parts of the engine afterwards.
 */
export const answer = await firstAnswer()

async function firstAnswer(): Promise<PrecomputedAnswer> {
  const snapshot = await openExample(firstExample)
  if (!snapshot) throw new Error(`there is no example ${firstExample}`)
  const answer = await handle(new Engine(), { kind: 'open', run: 1, snapshot, without: [] }, () => 0)
  if (answer.kind !== 'analysis') throw new Error(answer.kind === 'fault' ? answer.problem : 'no analysis')
  return { analysis: answer.analysis, items: answer.items }
}
