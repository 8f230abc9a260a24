import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleSnapshots } from '../../core/testing/examples.ts'
import { Engine } from '../analysis/engine.ts'
import { handle } from '../analysis/handle.ts'
import { firstExample } from '../files/examples.ts'
import { answerOf } from './first-answer.ts'

const here = import.meta.dirname

test('the answer built into the page equals the worker’s answer for the first example', async () => {
  const { source } = await answerOf(join(here, '../analysis/first-answer.ts'), join(here, '../../examples'))
  const snapshot = exampleSnapshots()[firstExample]
  if (!snapshot) throw new Error('there is no first example')
  const message = { kind: 'open', run: 1, snapshot, without: [] } as const
  // A structured clone, like the message from the worker to the page.
  const { kind, ...answer } = structuredClone(await handle(new Engine(), message, () => 0))
  expect(kind).toBe('analysis')
  expect({ run: 1, took_ms: 0, ...(JSON.parse(source) as object) }).toStrictEqual(answer)
})
